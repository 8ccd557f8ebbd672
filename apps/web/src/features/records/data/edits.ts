/**
 * Pending edits of cells: shown at once, sent in sequence per record, kept with their
 * error when refused, so that nothing typed is lost. Knows nothing of React or HTTP.
 */

export type EditState = 'waiting' | 'saving' | 'failed'

export interface Edit {
  recordId: number
  field: string
  value: unknown
  /** The value before the first unsaved edit. */
  before: unknown
  /** Version of the record when the person began to edit; undefined overwrites whatever is there. */
  base: number | undefined
  state: EditState
  /** Why it failed. */
  error: unknown
}

/** Tells what became of an edit: null when it was refused. */
type End<Result> = (result: Result | null) => void

export interface Saved {
  version: number
}

export interface EditQueueOptions<Result extends Saved> {
  save: (recordId: number, values: Record<string, unknown>, version: number | undefined) => Promise<Result>
  /** Called when an edit is made, in the order of typing; what it returns is called when the edit has ended. */
  onBegun?: () => End<Result>
  /** Called before the edit is removed, so that the row can take the saved value first. */
  onSaved: (result: Result, edit: Edit) => void
  onFailed?: (edit: Edit) => void
}

export class EditQueue<Result extends Saved> {
  #options: EditQueueOptions<Result>
  #edits = new Map<string, Edit>()
  /** By field: the version made by the user's own last save of it, which is no conflict. */
  #versions = new Map<string, number>()
  /** Of edits that are not sent yet. */
  #ends = new Map<string, End<Result>>()
  #busy = new Set<number>()
  #listeners = new Set<(recordId: number) => void>()
  #revision = 0

  constructor(options: EditQueueOptions<Result>) {
    this.#options = options
  }

  /** Increases with every change. */
  get revision(): number {
    return this.#revision
  }

  subscribe(listener: (recordId: number) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get(recordId: number, field: string): Edit | undefined {
    return this.#edits.get(keyOf(recordId, field))
  }

  /** Edits of a record, or all. */
  all(recordId?: number): Edit[] {
    const edits = [...this.#edits.values()]
    return recordId === undefined ? edits : edits.filter((edit) => edit.recordId === recordId)
  }

  /** Whether a record has unsaved edits. */
  has(recordId: number): boolean {
    for (const edit of this.#edits.values()) if (edit.recordId === recordId) return true
    return false
  }

  /** Whether leaving now would lose something. */
  get hasUnsaved(): boolean {
    return this.#edits.size > 0
  }

  /**
   * Shows a value and sends it. `version` is the record's version when the person began to edit, not when they ended: a
   * change by somebody else in between is then reported as a conflict, not overwritten.
   */
  set(recordId: number, field: string, value: unknown, before: unknown, version: number): void {
    const earlier = this.get(recordId, field)
    this.#put({
      recordId,
      field,
      value,
      before: earlier ? earlier.before : before,
      base: earlier ? earlier.base : Math.max(version, this.#versions.get(keyOf(recordId, field)) ?? 0),
      state: 'waiting',
      error: null,
    })
    this.#begin(recordId, field)
    void this.#work(recordId)
  }

  /** Sends a failed edit again; `isForced` overwrites whatever is there. */
  retry(recordId: number, field: string, { isForced = false } = {}): void {
    const edit = this.get(recordId, field)
    if (edit?.state !== 'failed') return
    this.#put({ ...edit, ...(isForced && { base: undefined }), state: 'waiting', error: null })
    this.#begin(recordId, field)
    void this.#work(recordId)
  }

  /** Discards a failed edit. */
  discard(recordId: number, field: string): void {
    const edit = this.get(recordId, field)
    if (edit?.state !== 'failed') return
    this.#edits.delete(keyOf(recordId, field))
    this.#notify(recordId)
  }

  /** The row with its unsaved values. */
  apply<Row extends { id: number; values: Record<string, unknown> }>(row: Row): Row {
    let values: Record<string, unknown> | null = null
    for (const edit of this.#edits.values()) {
      if (edit.recordId === row.id) values = { ...(values ?? row.values), [edit.field]: edit.value }
    }
    return values ? { ...row, values } : row
  }

  /** A value typed over one that waits is the same edit. */
  #begin(recordId: number, field: string): void {
    const key = keyOf(recordId, field)
    if (this.#options.onBegun && !this.#ends.has(key)) this.#ends.set(key, this.#options.onBegun())
  }

  async #work(recordId: number): Promise<void> {
    if (this.#busy.has(recordId)) return
    this.#busy.add(recordId)
    try {
      for (;;) {
        const next = this.all(recordId).find((edit) => edit.state === 'waiting')
        if (!next) return
        await this.#send(next)
      }
    } finally {
      this.#busy.delete(recordId)
    }
  }

  async #send(edit: Edit): Promise<void> {
    const { recordId, field } = edit
    const sent = { ...edit, state: 'saving' as const }
    const key = keyOf(recordId, field)
    const end = this.#ends.get(key)
    this.#ends.delete(key)
    this.#put(sent)
    const isCurrent = () => this.get(recordId, field) === sent
    try {
      const result = await this.#options.save(recordId, { [field]: edit.value }, edit.base)
      this.#versions.set(keyOf(recordId, field), result.version)
      end?.(result)
      this.#options.onSaved(result, sent)
      const now = this.get(recordId, field)
      if (isCurrent()) this.#edits.delete(keyOf(recordId, field))
      // Another value was typed meanwhile, on top of the one just saved.
      else if (now) this.#edits.set(keyOf(recordId, field), { ...now, base: result.version })
    } catch (error) {
      end?.(null)
      // Another value was typed meanwhile: it is sent next and reports for itself.
      if (isCurrent()) {
        const failed = { ...sent, state: 'failed' as const, error }
        this.#put(failed)
        this.#options.onFailed?.(failed)
      }
    }
    this.#notify(recordId)
  }

  #put(edit: Edit): void {
    this.#edits.set(keyOf(edit.recordId, edit.field), edit)
    this.#notify(edit.recordId)
  }

  #notify(recordId: number): void {
    this.#revision++
    for (const listener of this.#listeners) listener(recordId)
  }
}

const keyOf = (recordId: number, field: string) => `${recordId}:${field}`
