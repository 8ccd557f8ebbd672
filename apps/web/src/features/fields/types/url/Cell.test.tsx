/** A web address as a link or as a picture, which comes through our server and says why it is missing. */
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FieldValue } from '../../components/FieldValue.tsx'
import { useFieldContext } from '../../field-context.ts'
import { gridCellOf } from '../../grid-cell.ts'
import { aBrush } from '../../testing/brush.ts'
import { Around, aField, mockFetch } from '../../testing/field.tsx'

const address = 'https://www.example.org/lilies.jpg'
const pictures = aField('url', { id: 7, settings: { showAs: 'picture' } })
const links = aField('url', { id: 8 })
const path = '/api/teams/1/dataRecords/5/pictures/7'
let answer: () => Response

function Value({ field = pictures, isOfRecord = true, value = address }) {
  const context = useFieldContext()
  return (
    <FieldValue
      field={field}
      value={value}
      recordId={isOfRecord ? 5 : undefined}
      context={context}
      variant="block"
    />
  )
}
const show = (props: Parameters<typeof Value>[0] = {}) => {
  mockFetch({ [`GET ${path}`]: () => answer() })
  render(<Value {...props} />, { wrapper: Around })
}
const image = () => document.querySelector('img')
const problem = (status: number, code: string, params: object) => () =>
  Response.json({ type: '', title: '', status, code, params }, { status })

it('shows the picture in three sizes by way of our server, and the link', async () => {
  show()
  expect((await screen.findByRole('link', { name: 'example.org/lilies.jpg' })).getAttribute('href')).toBe(
    address,
  )
  expect(image()?.getAttribute('srcset')?.split(', ')).toEqual(
    [96, 320, 960].map((size) => expect.stringMatching(`^${path}\\?version=\\w+&size=${size} ${size}w$`)),
  )
})

it('says why there is none, in words', async () => {
  answer = problem(422, 'picture_unavailable', { reason: 'not_a_picture' })
  show()
  await screen.findByRole('link')
  fireEvent.error(image()!)
  await screen.findByText('There is no picture at this address.')
  expect(image()).toBeNull()
  screen.getByRole('link', { name: 'example.org/lilies.jpg' })
})

it('shows the picture after all, where there is one by now', async () => {
  answer = () => new Response('webp')
  show()
  await screen.findByRole('link')
  const first = image()!
  fireEvent.error(first)
  await expect.poll(() => image() !== null && image() !== first).toBe(true)
})

it('is only a link without the setting, without a record, and for a mail address', async () => {
  show({ field: links })
  await screen.findByRole('link')
  expect(image()).toBeNull()
  show({ isOfRecord: false })
  show({ value: 'mailto:ada@example.org' })
  expect(await screen.findAllByRole('link')).toHaveLength(3)
  expect(image()).toBeNull()
})

const asked: string[] = []

/** What the grid paints. */
function Painted() {
  const context = useFieldContext()
  const { brush, texts } = aBrush()
  const loaded = (url: string) => {
    asked.push(url)
    return brush.image(url)
  }
  gridCellOf(pictures, address, context, 5).drawing?.paint({ ...brush, image: loaded })
  return <p>{texts.join()}</p>
}

it('is painted in the grid with its address', async () => {
  mockFetch({})
  render(<Painted />, { wrapper: Around })
  await screen.findByText('example.org/lilies.jpg')
  expect(asked.at(-1)).toMatch(new RegExp(`^${path}\\?version=\\w+&size=96$`))
})
