import AxeBuilder from '@axe-core/playwright'
import { describe, expect, it } from 'vitest'
import { findChromium } from './chromium.ts'
import { findPartsOffScreen, shoot } from './page-tools.ts'
import { usePages } from './use-pages.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('the page of the components', () => {
  const pages = usePages(chromium as string)

  it('shows each component in each state and language, on a wide and on a narrow screen', async () => {
    await pages.signInAt('/admin/settings')
    const { page } = pages
    await page.getByRole('link', { name: 'Components' }).click()

    const states = {
      en: 'Loading,Empty,Not found,Error,Refused field,Full,Done,Retry or discard,Marks,Disabled,Long text,Narrow',
      de: 'Wird geladen,Leer,Nicht gefunden,Fehler,Abgelehntes Feld,Gefüllt,Erledigt,Wiederholen oder verwerfen,Zeichen,Deaktiviert,Langer Text,Schmal',
      fr: 'Chargement,Vide,Introuvable,Erreur,Champ refusé,Rempli,Terminé,Réessayer ou écarter,Signes,Désactivé,Texte long,Étroit',
    }
    for (const [language, names] of Object.entries(states)) {
      const part = page.locator(`main div[lang=${language}]`)
      await part.waitFor()
      expect(await part.getByRole('heading', { level: 3 }).allTextContents()).toEqual(
        names.split(','),
      )
      // Full, long and narrow.
      for (const component of ['table', 'dl + form', 'dl > div > dt']) {
        expect(await part.locator(component).count(), component).toBeGreaterThanOrEqual(3)
      }
      // A list, a record, a form and an action.
      expect(await part.getByRole('alert').count()).toBe(4)
      expect(await part.locator('button[disabled]').count()).toBeGreaterThan(0)
    }

    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await shoot(page, `components-${width}.png`)
      expect(await findPartsOffScreen(page), `at ${width} pixels`).toEqual([])
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    }
  })
})
