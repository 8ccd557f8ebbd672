/** What the editor's parts share; the page gives what needs the server. */
import type { ContentProblem } from '@muster/contract/messages/blocks/definition'
import type { ImageSource } from '@muster/contract/messages/blocks/image'
import type { DesignSettings } from '@muster/contract/messages/design'
import { type MergeChoice, mergeName, parseMergeField } from '@muster/contract/messages/merge'
import type { Language } from '@muster/contract/paging'
import { createContext, type ReactNode, use } from 'react'

/** A view whose records a list can show. */
export interface ViewChoice {
  id: number
  label: string
  fields: readonly { id: number; label: string }[]
}

/** How pictures of the team come into a mail. Its promises fail with errors that `textOf` puts into words. */
export interface PicturePort {
  /** @returns the id of the stored file */
  add(picture: File): Promise<string>
  /** @param fileId of a file of the team. @returns that of its copy for mails */
  copy(fileId: string): Promise<string>
  /** A dialog that offers the team's pictures. */
  picker(props: { onPick(fileId: string): void; onClose(): void }): ReactNode
  textOf(error: unknown): string
}

export interface EditorContextValue {
  /** Merge fields that can be inserted. */
  fields: readonly MergeChoice[]
  views: readonly ViewChoice[]
  /** The language of the content, for its spelling check. */
  language: Language
  isDisabled: boolean
  look: DesignSettings
  problems: readonly ContentProblem[]
  /** Where a picture is shown from; null: it is gone. */
  imageUrl(source: ImageSource): string | null
  /** Undefined: pictures come from web addresses only. */
  pictures: PicturePort | undefined
}

export const EditorContext = createContext<EditorContextValue | null>(null)

export function useEditorContext(): EditorContextValue {
  const value = use(EditorContext)
  if (!value) throw new Error('used outside of the message editor')
  return value
}

/** What a chip says: the field's name as people know it, or the expression where it is no field. */
export function mergeLabel(expression: string, fields: readonly MergeChoice[]): string {
  const parsed = parseMergeField(expression)
  if (!parsed) return expression
  const name = mergeName(parsed)
  return fields.find((field) => mergeName(field) === name)?.label ?? name
}
