/** Files on their way to the server: how far each is, and what went wrong with which. */
import type { FieldType } from '@muster/contract/fields/definition'
import { fieldType } from '@muster/contract/fields/types/index'
import type { FileObject } from '@muster/contract/fields/types/shared/files'
import { useEffect, useRef, useState } from 'react'
import { api, upload } from '../../../lib/api.ts'
import { isCanceled, useErrorText } from '../../../lib/errors.ts'
import type { FieldOf, FieldProblem } from '../types/definition.ts'

export interface Upload {
  key: number
  name: string
  size: number
  /** 0 to 1. */
  progress: number
  error: string | null
  retry(): void
  cancel(): void
}

interface Options {
  teamId: number
  field: FieldOf<unknown>
  /** Words for a file the field does not take. */
  problemText(problem: FieldProblem): string
  onUploaded(file: FileObject): void
}

let lastKey = 0

export function useUploads({ teamId, field, problemText, onUploaded }: Options) {
  const errorText = useErrorText()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const running = useRef(new Map<number, AbortController>())
  const latest = useRef(onUploaded)
  latest.current = onUploaded
  useEffect(() => {
    const controllers = running.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  const change = (key: number, what: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...what } : one)))
  const drop = (key: number) => {
    running.current.get(key)?.abort()
    running.current.delete(key)
    setUploads((all) => all.filter((one) => one.key !== key))
  }

  async function send(key: number, file: File): Promise<void> {
    const controller = new AbortController()
    running.current.set(key, controller)
    change(key, { error: null, progress: 0 })
    try {
      const stored = await upload(
        api.files.upload,
        { params: { teamId }, query: { name: file.name } },
        file,
        {
          signal: controller.signal,
          onProgress: (sent, total) => change(key, { progress: total > 0 ? sent / total : 0 }),
        },
      )
      // The server looked into the file: what it is decides, not what it is called.
      const problem = refusal(field, stored)
      if (problem) return change(key, { error: problemText(problem) })
      drop(key)
      latest.current(stored)
    } catch (error) {
      if (isCanceled(error)) drop(key)
      else change(key, { error: errorText(error) })
    } finally {
      running.current.delete(key)
    }
  }

  return {
    uploads,
    add(files: readonly File[]) {
      for (const file of files) {
        lastKey += 1
        const key = lastKey
        const tooBig = refusal(field, { kind: null, size: file.size })
        const entry: Upload = {
          key,
          name: file.name,
          size: file.size,
          progress: 0,
          error: tooBig ? problemText(tooBig) : null,
          retry: () => void send(key, file),
          cancel: () => drop(key),
        }
        setUploads((all) => [...all, entry])
        if (!tooBig) void send(key, file)
      }
    },
  }
}

/** Why a field does not take a file; before it is uploaded only its size is known. */
function refusal(
  field: FieldOf<unknown>,
  file: { kind: FileObject['kind'] | null; size: number },
): FieldProblem | null {
  const type = fieldType(field.dataType) as unknown as FieldType<unknown, unknown>
  const judged = type.acceptsFile?.(field.settings, { kind: file.kind ?? 'other', size: file.size })
  if (!judged || judged.ok) return null
  if (file.kind === null && judged.code !== 'file_size') return null
  return { code: judged.code, params: judged.params }
}
