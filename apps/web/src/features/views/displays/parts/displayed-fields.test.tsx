/** Each setting of a displayed field (spec section 3) takes effect. */
import type { DataType } from '@muster/contract/fields/families'
import { type DisplayedField, displayedFieldSchema } from '@muster/contract/views/views.schema'
import { render, renderHook, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import hidden from '../../../../ui/Table.module.css'
import { useFieldContext } from '../../../fields/public.ts'
import { Around, exampleField, ids, linked } from '../../../fields/testing/field.tsx'
import type { Display, ViewSource } from '../../source.ts'
import { FieldBlocks } from './FieldBlocks.tsx'
import { useSteady } from './use-steady.ts'

function Blocks({ dataType, value, shown }: { dataType: DataType; value: unknown; shown: DisplayedField }) {
  const context = useFieldContext(linked)
  const field = exampleField(dataType, { columnName: 'it', title: 'It' })
  const record = { id: 1, name: 'One', values: { it: value } }
  return (
    <FieldBlocks record={record as never} fields={[{ field, shown }]} context={context} variant="block" />
  )
}

const settings = (set: Partial<DisplayedField>) => displayedFieldSchema.parse({ dataFieldId: 1, ...set })

function draw(dataType: DataType, value: unknown, set: Partial<DisplayedField> = {}) {
  return render(
    <Around>
      <Blocks dataType={dataType} value={value} shown={settings(set)} />
    </Around>,
  ).container
}

test('a hidden title is still read out', async () => {
  draw('plain_text', 'Value', { showTitle: false })
  expect(await screen.findByText('It')).toHaveClass(hidden.hidden as string)
})

test('a title shows unless switched off, and the grouping key is above', async () => {
  draw('plain_text', 'Value', { fieldGroupingKey: 'Contact' })
  expect(await screen.findByText('It')).not.toHaveClass(hidden.hidden as string)
  expect(screen.getByText('Contact')).toBeInTheDocument()
})

test('an empty field shows only where it is included', async () => {
  draw('plain_text', null, { includeEmptyFields: true })
  expect(await screen.findByText('Empty')).toBeInTheDocument()
  expect(draw('plain_text', null)).not.toHaveTextContent('It')
})

test('several values are on one line, on lines of their own, or counted', async () => {
  const two = [ids[0], ids[1]]
  const inline = draw('multi_data_record', two, { multiFieldView: 'inline' })
  expect(await screen.findByText('Ada')).toBeInTheDocument()
  expect(inline.querySelector('li')).toBeNull()
  const list = draw('multi_data_record', two, { multiFieldView: 'list' })
  await expect.poll(() => list.querySelectorAll('li').length).toBe(2)
  draw('multi_data_record', two, { multiFieldView: 'count' })
  expect(await screen.findByText('2 values')).toBeInTheDocument()
})

test('a date has its display format', async () => {
  draw('date', '2026-03-03', { dateTimeDisplayFormat: 'weekday' })
  expect(await screen.findByText('Tuesday, March 3, 2026')).toBeInTheDocument()
})

test('a video starts automatically, muted, only where that is set', async () => {
  const film = 'https://vimeo.com/76979871'
  const playing = draw('video', film, { autoStartVideoPlayback: true })
  await expect.poll(() => playing.querySelector('iframe')?.src).toMatch(/autoplay=1.*mute=1/)
  const waiting = draw('video', film)
  await expect.poll(() => waiting.querySelector('button')).not.toBeNull()
  expect(waiting.querySelector('iframe')).toBeNull()
})

test('the view’s width wins over the field’s', async () => {
  const own = draw('plain_text', 'Value', { displayWidth: 'third' })
  await expect.poll(() => own.querySelector('[data-width]')?.getAttribute('data-width')).toBe('third')
  const usual = draw('plain_text', 'Value')
  await expect.poll(() => usual.querySelector('[data-width]')?.getAttribute('data-width')).toBe('full')
})

test('a field without auto update keeps its first value', () => {
  const columns = { follows: true, stays: false }
  const display = {
    fields: Object.entries(columns).map(([columnName, autoUpdateData]) => ({
      field: { columnName },
      shown: settings({ autoUpdateData }),
    })),
  } as unknown as Display
  const { result } = renderHook(() => useSteady({ key: ['one'] } as unknown as ViewSource, display))
  const at = (n: number) => result.current({ id: 1, values: { follows: n, stays: n } } as never).values
  expect(at(1)).toEqual({ follows: 1, stays: 1 })
  expect(at(2)).toEqual({ follows: 2, stays: 1 })
})
