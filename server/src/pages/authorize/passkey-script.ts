/**
 * The only script, on the two pages on which a passkey can be used: without it they work with a password. It shows
 * the passkey option if the browser supports passkeys for this site, and passes the challenge and the answer on.
 */
export const passkeyScript = `
(() => {
  const way = document.getElementById('passkey-way')
  const form = document.getElementById('passkey-answer')
  const site = (way || form).dataset.site
  const isHere = location.hostname === site || location.hostname.endsWith('.' + site)
  if (!isHere || !window.PublicKeyCredential || !PublicKeyCredential.parseRequestOptionsFromJSON) return
  if (way) way.hidden = false
  if (!form) return
  form.addEventListener('submit', async (event) => {
    const answer = form.elements.namedItem('passkey')
    if (answer.value) return
    event.preventDefault()
    const problem = document.getElementById('passkey-problem')
    problem.hidden = true
    try {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(form.dataset.question))
      const credential = await navigator.credentials.get({ publicKey })
      answer.value = JSON.stringify(credential)
      form.submit()
    } catch {
      problem.hidden = false
    }
  })
})()
`
