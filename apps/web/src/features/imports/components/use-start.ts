/** Starts an import: the lists that its new fields need are created first. A check creates nothing. */
import type { Import } from '@muster/contract/imports/imports.api'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorText } from '../../../lib/errors.ts'
import { toast } from '../../../ui/toasts.ts'
import { createList } from '../../fields/public.ts'
import { choicesOf, type Draft, withNextList } from './draft.ts'

/** @param onMade receives the draft with each list that was created: they stay chosen even if a later step fails */
export function useStart(teamId: number, columns: Import['columns'], onMade: (draft: Draft) => void) {
  const client = useQueryClient()
  const errorText = useErrorText()
  const [isPreparing, setPreparing] = useState(false)
  return {
    isPreparing,
    async run(draft: Draft, start: (body: ReturnType<typeof choicesOf>) => void): Promise<void> {
      setPreparing(true)
      try {
        let whole = draft
        for (let next: Draft | null = draft; next; ) {
          whole = next
          onMade(whole)
          next = await withNextList(whole, columns, (list) => createList(client, teamId, list))
        }
        start(choicesOf(whole, columns))
      } catch (error) {
        toast.error(errorText(error))
      } finally {
        setPreparing(false)
      }
    },
  }
}
