/** The version of a row that a form edits. */
import { useState } from 'react'
import { ApiError } from '../../../lib/api.ts'

interface Row {
  id: number
  version: number
}

/**
 * Sends a form with the version its row was read with. After somebody else's change it is the version that the row has
 * now, so that saving once more puts what was typed on top.
 *
 * @param row null for a new one
 * @param reread reads the list of rows again
 */
export function useRowVersion(row: Row | null, reread: () => Promise<{ items: readonly Row[] }>) {
  const [version, setVersion] = useState(row?.version)
  return async <T>(send: (version: number | undefined) => Promise<T>): Promise<T> => {
    try {
      return await send(version)
    } catch (error) {
      if (isConflict(error)) {
        const { items } = await reread()
        setVersion(items.find(({ id }) => id === row?.id)?.version)
      }
      throw error
    }
  }
}

export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'version_conflict'
