/**
 * A link in a mail has its token behind the #, which browsers send to no server. This script puts the token into the form and takes
 * it out of the address. Without a script the person types it.
 */
export const tokenScript = `
(() => {
  const field = document.getElementById('token')
  const token = location.hash.slice(1).replace(/^token=/, '')
  if (!field || !token) return
  for (const each of document.querySelectorAll('input[name=token]')) each.value = token
  for (const each of document.querySelectorAll('.token')) each.hidden = true
  history.replaceState(null, '', location.pathname + location.search)
})()
`
