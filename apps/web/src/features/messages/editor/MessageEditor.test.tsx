/** The editor of messages over a page that holds the design. */
import { MantineProvider } from '@mantine/core'
import type { ContentProblem } from '@muster/contract/messages/blocks/definition'
import { type MessageBlock, newBlock } from '@muster/contract/messages/blocks/index'
import { emptyDesign, type MessageDesign, messageDesignSchema } from '@muster/contract/messages/design'
import type { MergeChoice } from '@muster/contract/messages/merge'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { useState } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { newBlockId } from './design-edits.ts'
import type { PicturePort } from './editor-context.ts'
import { MessageEditor, type MessageEditorProps } from './MessageEditor.tsx'

const fields: MergeChoice[] = [
  { kind: 'DATA_FIELD', name: 'first_name', label: 'First name', dataType: 'plain_text' },
  { kind: 'DATA_FIELD', name: 'birthday', label: 'Birthday', dataType: 'date' },
  { kind: 'SYSTEM', name: 'unsubscribe_url', label: 'Unsubscribe link', dataType: null },
]
const views = [{ id: 4, label: 'Events', fields: [1, 2, 3, 5].map((id) => ({ id, label: `Field ${id}` })) }]

beforeAll(async () => {
  await i18next.loadNamespaces(['messageEditor', 'fields'])
})

const block = (type: MessageBlock['type'], settings: object = {}): MessageBlock => {
  const made = newBlock(type, newBlockId)
  return { ...made, settings: { ...made.settings, ...settings } } as MessageBlock
}

interface Held {
  design: MessageDesign
}

function Page({ held, more }: { held: Held; more: Partial<MessageEditorProps> }) {
  const [design, setDesign] = useState(held.design)
  const onChange = (next: MessageDesign) => {
    held.design = next
    setDesign(next)
  }
  return (
    <MessageEditor
      design={design}
      onChange={onChange}
      fields={fields}
      views={views}
      language="en"
      imageUrl={(source) => (source.kind === 'url' ? source.url : `/pictures/${source.fileId}`)}
      {...more}
    />
  )
}

function show(blocks: MessageBlock[], more: Partial<MessageEditorProps> = {}) {
  const held: Held = { design: { ...emptyDesign(), blocks } as MessageDesign }
  render(
    <MantineProvider env="test">
      <Page held={held} more={more} />
    </MantineProvider>,
  )
  return held
}

const typesOf = ({ design }: { design: MessageDesign }) => design.blocks.map(({ type }) => type)
const canvas = () => screen.getByRole('region', { name: 'Content of the email' })
const panel = () => screen.getByRole('complementary', { name: 'Settings' })
const press = (name: string | RegExp, within_ = screen as Pick<typeof screen, 'getByRole'>) =>
  userEvent.click(within_.getByRole('button', { name }))

describe('MessageEditor', () => {
  it('adds a block of every type, each with its settings, and stays a design', async () => {
    const held = show([])
    const palette = within(screen.getByRole('navigation', { name: 'Blocks' }))
    const names = palette.getAllByRole('button').map((button) => button.textContent!)
    expect(names).toHaveLength(10)
    for (const name of names) {
      await userEvent.click(palette.getByRole('button', { name }))
      expect(within(panel()).getByRole('heading', { name })).toBeVisible()
    }
    expect(held.design.blocks).toHaveLength(10)
    expect(messageDesignSchema.parse(held.design)).toEqual(held.design)
  })

  it('takes a picture of the team, in the design as it is when it has arrived, and says what is wrong with it', async () => {
    let arrive: (fileId: string) => void = () => {}
    const pictures: PicturePort = {
      add: (file) =>
        file.name === 'small.png'
          ? new Promise((resolve) => {
              arrive = resolve
            })
          : Promise.reject(new Error('too large')),
      copy: async (fileId) => `copy-of-${fileId}`,
      picker: ({ onPick, onClose }) => (
        <button
          type="button"
          onClick={() => {
            onPick('apples')
            onClose()
          }}
        >
          Apples
        </button>
      ),
      textOf: (error) => (error as Error).message,
    }
    const held = show([block('image'), block('heading', { text: 'A' })], { pictures })
    const source = () => held.design.blocks.map(({ settings }) => 'source' in settings && settings.source)[0]
    await press('Picture', within(canvas()))
    const upload = (name: string) =>
      userEvent.upload(
        within(panel()).getByLabelText('Upload a picture', { selector: 'input' }),
        new File(['x'], name, { type: 'image/png' }),
      )
    await upload('large.png')
    expect(await within(panel()).findByRole('alert')).toHaveTextContent('too large')
    expect(source()).toBeNull()

    await upload('small.png')
    await press('Heading', within(canvas()))
    await userEvent.type(within(panel()).getByRole('textbox', { name: 'Text' }), 'B')
    await act(async () => arrive('stored'))
    expect(source()).toEqual({ kind: 'file', fileId: 'stored' })
    expect(held.design.blocks[1]!.settings).toMatchObject({ text: 'AB' })

    await press('Picture', within(canvas()))
    await press('Choose from files')
    await press('Apples')
    await waitFor(() => expect(source()).toEqual({ kind: 'file', fileId: 'copy-of-apples' }))
    expect(within(canvas()).getByRole('presentation')).toHaveAttribute('src', '/pictures/copy-of-apples')
  })

  it('changes settings, and undoes letters typed in a row as one step', async () => {
    const held = show([block('heading', { text: '' })])
    await press('Heading', within(canvas()))
    await userEvent.type(within(panel()).getByRole('textbox', { name: 'Text' }), 'Hello')
    await userEvent.click(within(panel()).getByRole('radio', { name: 'Center' }))
    expect(held.design.blocks[0]!.settings).toMatchObject({ text: 'Hello', align: 'center' })
    expect(within(canvas()).getByText('Hello')).toBeVisible()
    await press('Undo')
    expect(held.design.blocks[0]!.settings).toMatchObject({ text: 'Hello', align: 'left' })
    await press('Undo')
    expect(held.design.blocks[0]!.settings).toMatchObject({ text: '' })
    await press('Redo')
    await press('Redo')
    expect(held.design.blocks[0]!.settings).toMatchObject({ text: 'Hello', align: 'center' })
    expect(screen.getByRole('button', { name: 'Redo' })).toBeDisabled()
  })

  it('moves, duplicates and removes blocks by buttons and by keys', async () => {
    const held = show([block('heading', { text: 'A' }), block('divider'), block('spacer')])
    await press('Move Heading down')
    expect(typesOf(held)).toEqual(['divider', 'heading', 'spacer'])
    expect(screen.getByRole('button', { name: 'Move Line up' })).toBeDisabled()
    await press('Duplicate Line')
    expect(typesOf(held)).toEqual(['divider', 'divider', 'heading', 'spacer'])
    await press('Space', within(canvas()))
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(typesOf(held)).toEqual(['divider', 'divider', 'spacer', 'heading'])
    await userEvent.keyboard('{Delete}')
    expect(typesOf(held)).toEqual(['divider', 'divider', 'heading'])
    await userEvent.click(screen.getByRole('button', { name: 'Heading', pressed: true }))
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(typesOf(held)).toEqual(['divider', 'divider', 'spacer', 'heading'])
  })

  it('adds blocks to columns and keeps them when there are fewer columns', async () => {
    const held = show([block('columns')])
    await press('Columns', within(canvas()))
    await userEvent.click(within(panel()).getByRole('radio', { name: '1:1:1' }))
    const columns = () => held.design.blocks[0] as Extract<MessageBlock, { type: 'columns' }>
    expect(columns().children).toHaveLength(3)
    await userEvent.click(within(panel()).getByRole('radio', { name: '2:1' }))
    expect(columns().children).toHaveLength(2)
    expect(columns().settings.ratio).toBe('2-1')
  })

  it('inserts a merge field with its format and fallback', async () => {
    const held = show([block('button', { label: 'Hi ', url: '' })])
    await press('Button', within(canvas()))
    const [label, link] = within(panel()).getAllByRole('button', { name: 'Merge field' })
    await userEvent.click(label!)
    await userEvent.click(await screen.findByRole('combobox', { name: 'Field' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Birthday' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'If it is empty' }), 'soon')
    await press('Insert')
    expect(held.design.blocks[0]!.settings).toMatchObject({
      label: 'Hi {{ field.birthday | date: "short" | default: "soon" }}',
    })
    expect(within(canvas()).getByText('Birthday')).toBeVisible()
    await userEvent.click(link!)
    await userEvent.click(await screen.findByRole('combobox', { name: 'Field' }))
    expect(screen.queryByRole('option', { name: 'Birthday' })).toBeNull()
    await userEvent.click(await screen.findByRole('option', { name: 'Unsubscribe link' }))
    await press('Insert')
    expect(held.design.blocks[0]!.settings).toMatchObject({ url: '{{ system.unsubscribe_url }}' })
  })

  it('edits text in place, with chips that are stored as Liquid', async () => {
    const html = '<p>Dear {{ field.first_name | default: "friend" }}</p>'
    const held = show([block('text', { html })])
    expect(within(canvas()).getByText('First name')).toBeVisible()
    await press('Text', within(canvas()))
    const text = await screen.findByRole('textbox', { name: 'Text' })
    expect(within(text).getByText('First name')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Merge field' }))
    await userEvent.click(await screen.findByRole('combobox', { name: 'Field' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Birthday' }))
    await press('Insert')
    expect(held.design.blocks[0]!.settings).toMatchObject({
      html: '<p>Dear {{ field.first_name | default: "friend" }}{{ field.birthday | date: "short" }}</p>',
    })
  })

  it('shows a picture of the page, and takes the address of another', async () => {
    const fileId = '4ad4a6d4-6b1c-4b7f-a4f5-1f4f0d5d1c11'
    const held = show([block('image', { source: { kind: 'file', fileId } })])
    await press('Picture', within(canvas()))
    await userEvent.type(within(panel()).getByRole('textbox', { name: 'Description' }), 'A dog')
    expect(within(canvas()).getByRole('img', { name: 'A dog' })).toHaveAttribute('src', `/pictures/${fileId}`)
    const url = 'https://example.org/dog.png'
    await userEvent.type(within(panel()).getByRole('textbox', { name: 'Address of the picture' }), url)
    expect(held.design.blocks[0]!.settings).toMatchObject({ source: { kind: 'url', url } })
  })

  it('chooses a view with its first fields', async () => {
    const held = show([block('view_list')])
    await press('Records of a view', within(canvas()))
    await userEvent.click(within(panel()).getByRole('combobox', { name: 'View' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Events' }))
    expect(held.design.blocks[0]!.settings).toMatchObject({ dataViewId: 4, dataFieldIds: [1, 2, 3] })
    expect(within(canvas()).getByText('10 records of Events')).toBeVisible()
  })

  it('shows problems at their blocks and inputs', async () => {
    const button = block('button', { label: 'Go', url: 'x' })
    const problems: ContentProblem[] = [
      { blockId: button.id, path: 'url', code: 'url_invalid', params: { url: 'x' } },
      { blockId: button.id, path: 'label', code: 'merge_without_fallback', params: { name: 'field.a' } },
    ]
    show([button], { problems })
    await press(/Button\s*2 problems/, within(canvas()))
    expect(within(panel()).getByRole('textbox', { name: 'Link address' })).toBeInvalid()
    expect(within(panel()).getByText(/“field.a” may be empty/)).toBeVisible()
  })

  it('changes nothing when it is disabled', async () => {
    show([block('heading', { text: 'A' })], { disabled: true })
    expect(screen.queryByRole('button', { name: 'Remove Heading' })).toBeNull()
    const palette = within(screen.getByRole('navigation', { name: 'Blocks' }))
    expect(palette.getByRole('button', { name: 'Text' })).toBeDisabled()
    await press('Heading', within(canvas()))
    expect(within(panel()).getByRole('textbox', { name: 'Text' })).toBeDisabled()
  })

  it('keeps the focus in the content when a block is removed, and removes the one that has it', async () => {
    const held = show([block('heading', { text: 'A' }), block('divider'), block('spacer')])
    await press('Heading', within(canvas()))
    within(canvas()).getByRole('button', { name: 'Line' }).focus()
    await userEvent.keyboard('{Delete}')
    expect(typesOf(held)).toEqual(['heading', 'spacer'])
    expect(within(canvas()).getByRole('button', { name: 'Space' })).toHaveFocus()
    await press('Remove Space')
    expect(within(canvas()).getByRole('button', { name: 'Heading' })).toHaveFocus()
    await userEvent.keyboard('{Delete}')
    expect(typesOf(held)).toEqual([])
    expect(canvas()).toHaveFocus()
  })
})
