/** Uploads: the progress and error of each. */
import type { FieldType } from '@muster/contract/fields/definition'
import type { FileObject } from '@muster/contract/fields/types/common/files'
import { fieldType } from '@muster/contract/fields/types/index'
import { useEffect, useRef, useState } from 'react'
import { canRetry, firstFieldError, isCanceled, useErrorText } from '../../../lib/errors.ts'
import { useRecordSource } from '../source/record-source.ts'
import type { FieldOf, FieldProblem } from '../types/definition.ts'

export interface Upload {
  key: number
  name: string
  size: number
  /** 0 to 1. */
  progress: number
  /** Waiting in the queue. */
  isWaiting: boolean
  error: string | null
  /** Absent where retrying would not help. */
  retry: (() => void) | undefined
  cancel(): void
}

interface Options {
  field: FieldOf<unknown>
  /** How many more files the field accepts. */
  room(): number
  /** Error text for a file that the field does not accept. */
  problemText(problem: FieldProblem): string
  /** @param key in the order in which the files were added, whichever arrives first */
  onUploaded(file: FileObject, key: number): void
}

/** Browsers allow six connections to a server; the page needs some of them. */
const mostAtOnce = 3

interface Job {
  key: number
  file: File
  controller: AbortController
}

let lastKey = 0

export function useUploads({ field, room, problemText, onUploaded }: Options) {
  const source = useRecordSource()
  const errorText = useErrorText()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const waiting = useRef<Job[]>([])
  const running = useRef(new Map<number, Job>())
  const latest = useRef(onUploaded)
  latest.current = onUploaded
  useEffect(() => {
    const jobs = running.current
    return () => {
      waiting.current = []
      for (const { controller } of jobs.values()) controller.abort()
    }
  }, [])

  const change = (key: number, what: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...what } : one)))
  const drop = (key: number) => {
    waiting.current = waiting.current.filter((job) => job.key !== key)
    running.current.get(key)?.controller.abort()
    setUploads((all) => all.filter((one) => one.key !== key))
  }

  function enqueue(key: number, file: File): void {
    change(key, { error: null, progress: 0, isWaiting: true, retry: undefined })
    waiting.current.push({ key, file, controller: new AbortController() })
    next()
  }

  function next(): void {
    while (running.current.size < mostAtOnce) {
      const job = waiting.current.shift()
      if (!job) return
      running.current.set(job.key, job)
      void send(job).finally(() => {
        running.current.delete(job.key)
        next()
      })
    }
  }

  async function send({ key, file, controller }: Job): Promise<void> {
    change(key, { isWaiting: false })
    try {
      const stored = await source.upload(file, {
        dataFieldId: field.id > 0 ? field.id : undefined,
        signal: controller.signal,
        onProgress: (progress) => change(key, { progress }),
      })
      // The server detects the type from the content, not from the name.
      const problem = refusal(field, stored)
      if (problem) return change(key, { error: problemText(problem) })
      setUploads((all) => all.filter((one) => one.key !== key))
      latest.current(stored, key)
    } catch (error) {
      if (isCanceled(error)) return
      const retry = canRetry(error) ? () => enqueue(key, file) : undefined
      change(key, { ...reasonOf(error), isWaiting: false, retry })
    }
  }

  function reasonOf(error: unknown): Pick<Upload, 'error'> {
    const problem = firstFieldError(error)
    return { error: problem ? problemText(problem) : errorText(error) }
  }

  return {
    uploads,
    add(files: readonly File[]) {
      let left = room()
      for (const file of files) {
        lastKey += 1
        const key = lastKey
        const problem =
          left > 0
            ? refusal(field, { kind: null, size: file.size })
            : ({ code: 'too_many', params: { max: maxCountOf(field) } } as const)
        if (!problem) left -= 1
        const entry: Upload = {
          key,
          name: file.name,
          size: file.size,
          progress: 0,
          isWaiting: false,
          error: problem ? problemText(problem) : null,
          retry: undefined,
          cancel: () => drop(key),
        }
        setUploads((all) => [...all, entry])
        if (!problem) enqueue(key, file)
      }
    },
  }
}

/** How many files a field accepts. */
export function maxCountOf(field: FieldOf<unknown>): number {
  const { maxCount } = field.settings as { maxCount?: number }
  return maxCount ?? 1
}

/** Why a field does not accept a file; before the upload only its size is known. */
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
