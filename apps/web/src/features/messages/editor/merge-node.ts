/** A merge field in the text editor: one unit that is inserted, selected and deleted as a whole. */
import type { MergeChoice } from '@muster/contract/messages/merge'
import { mergeAttributes, Node } from '@tiptap/core'
import { mergeLabel } from './editor-context.ts'

export const mergeNode = (fieldsNow: () => readonly MergeChoice[], chipClass: string) =>
  Node.create({
    name: 'mergeField',
    group: 'inline',
    inline: true,
    atom: true,
    selectable: true,
    addAttributes: () => ({
      expression: {
        default: '',
        parseHTML: (element: HTMLElement) => element.getAttribute('data-merge') ?? '',
        renderHTML: ({ expression }: Record<string, unknown>) => ({ 'data-merge': String(expression) }),
      },
    }),
    parseHTML: () => [{ tag: 'span[data-merge]' }],
    renderHTML: ({ HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes)],
    renderText: ({ node }) => String(node.attrs.expression),
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement('span')
        dom.className = chipClass
        dom.title = String(node.attrs.expression)
        dom.textContent = mergeLabel(String(node.attrs.expression), fieldsNow())
        return { dom }
      },
  })
