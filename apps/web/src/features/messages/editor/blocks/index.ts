/** The editor's part of every type of block. A type that is missing here does not compile. */
import type { BlockTypeName } from '@muster/contract/messages/blocks/definition'
import { button } from './button.tsx'
import { column, columns } from './columns.tsx'
import type { BlockUi } from './definition.ts'
import { divider } from './divider.tsx'
import { heading } from './heading.tsx'
import { html } from './html.tsx'
import { image } from './image.tsx'
import { social } from './social.tsx'
import { spacer } from './spacer.tsx'
import { text } from './text.tsx'
import { viewList } from './view_list.tsx'

const blockUis: { [Type in BlockTypeName]: BlockUi<Type> } = {
  heading,
  text,
  button,
  image,
  columns,
  column,
  divider,
  spacer,
  social,
  view_list: viewList,
  html,
}

/** The editor's part of a type, whatever its settings. */
export const blockUi = (type: BlockTypeName) => blockUis[type] as unknown as BlockUi<'spacer'>
