/** What the settings of a field say besides their labels. */
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Translations } from '../components/Translations.tsx'
import { useFieldContext } from '../field-context.ts'
import { Around, mockFetch } from '../testing/field.tsx'
import { fieldTypeUiOf } from '../types/index.ts'

const nothing = () => {}

function AddressSettings() {
  const { Settings } = fieldTypeUiOf('physical_address')
  return (
    <Settings
      settings={{ country: null }}
      onChange={nothing}
      errors={{}}
      context={useFieldContext()}
      dataCollectionId={2}
      isExisting={false}
    />
  )
}

it('the country of an address field is the one of addresses without one', async () => {
  mockFetch({})
  render(<AddressSettings />, { wrapper: Around })
  expect(await screen.findByRole('combobox', { name: 'Country' })).toHaveAccessibleDescription(
    'Where an address names no country, it is in this one.',
  )
})

it('texts in other languages come with the offer to translate them by machine', async () => {
  mockFetch({})
  const user = userEvent.setup()
  const text = {
    label: (language: string) => `Title in ${language}`,
    placeholder: '',
    value: {},
    onChange: nothing,
  }
  render(<Translations texts={[text]} />, { wrapper: Around })
  const offer = await screen.findByText(
    /These texts can be translated by machine\. Please ask the support of \w+\./,
  )
  const section = screen.getByRole('button', { name: 'Translations' })
  expect(offer.closest(`#${CSS.escape(section.getAttribute('aria-controls') ?? '')}`)).not.toBeNull()
  await user.click(section)
  expect(section).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByLabelText('Title in Spanish')).toBeInTheDocument()
})
