import { expect, test } from 'vitest'
import { publicUrlOf, wizardFrame, wizardScript } from './addresses.ts'

const origin = 'https://muster.example.org'

test('a wizard has an address once it has a step', () => {
  expect(publicUrlOf(origin, 3, { id: 7, firstDataWizardStepId: null })).toBeNull()
  expect(publicUrlOf(origin, 3, { id: 7, firstDataWizardStepId: 9 })).toBe(
    `${origin}/public/team-3/wizards/7/step-9`,
  )
})

test('websites embed it by a script or a frame, in their language or one of its own', () => {
  expect(wizardScript(origin, 3, 7, { language: null })).toBe(
    `<script src="${origin}/widget.js" data-team="3" data-wizard="7" async></script>`,
  )
  expect(wizardScript(origin, 3, 7, { language: 'es' })).toContain('data-language="es"')
  const frame = wizardFrame(origin, 3, { id: 7, name: 'Sun & "fun"' }, { language: 'fr' })
  expect(frame).toContain(`src="${origin}/public/team-3/wizards/7?embed=1&amp;language=fr"`)
  expect(frame).toContain('title="Sun &amp; &quot;fun&quot;"')
})
