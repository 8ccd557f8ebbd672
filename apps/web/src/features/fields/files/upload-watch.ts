/** Reports which fields are uploading files, so that a form is not sent, and a record not saved, without them. */
import { createContext, useContext, useEffect } from 'react'
import type { Upload } from './use-uploads.ts'

/** underWay: still being sent; notArrived: the connection failed, and they may be sent again. */
export type UploadState = 'underWay' | 'notArrived'

/** Where nothing waits, there is none. */
export const UploadWatch = createContext<
  ((columnName: string, state: UploadState | null) => void) | undefined
>(undefined)

export function useReportUploads(columnName: string, uploads: readonly Upload[]): void {
  const report = useContext(UploadWatch)
  const state = stateOf(uploads)
  useEffect(() => {
    if (!report || !state) return
    report(columnName, state)
    return () => report(columnName, null)
  }, [report, columnName, state])
}

/** A file that the field rejects is not waited for. */
function stateOf(uploads: readonly Upload[]): UploadState | null {
  if (uploads.some(({ error }) => error === null)) return 'underWay'
  return uploads.some(({ retry }) => retry) ? 'notArrived' : null
}
