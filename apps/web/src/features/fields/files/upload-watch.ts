/** Tells a form which of its fields wait for files, so that it is not sent without them. */
import { createContext, useContext, useEffect } from 'react'
import type { Upload } from './use-uploads.ts'

/** underWay: still being sent; notArrived: the connection failed, and they may be sent again. */
export type UploadState = 'underWay' | 'notArrived'

/** Outside a form nobody waits: what has arrived is saved by itself. */
export const UploadWatch = createContext<
  ((columnName: string, state: UploadState | null) => void) | undefined
>(undefined)

export function useReportUploads(columnName: string, uploads: readonly Upload[]): void {
  const tell = useContext(UploadWatch)
  const state = stateOf(uploads)
  useEffect(() => {
    if (!tell || !state) return
    tell(columnName, state)
    return () => tell(columnName, null)
  }, [tell, columnName, state])
}

/** A file that the field does not take, and says so, is nothing to wait for. */
function stateOf(uploads: readonly Upload[]): UploadState | null {
  if (uploads.some(({ error }) => error === null)) return 'underWay'
  return uploads.some(({ retry }) => retry) ? 'notArrived' : null
}
