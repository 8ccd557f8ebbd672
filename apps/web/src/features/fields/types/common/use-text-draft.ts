/** Typed text beside its value: the text stays as typed, whether it can be parsed or not. */
import type { FieldType, Parsed } from '@muster/contract/fields/definition'
import { useRef, useState } from 'react'
import { fieldRules } from '../../rules.ts'
import type { EditorProps } from '../definition.ts'

export interface TextDraft {
  text: string
  type(text: string): void
  /** Formats the value in its usual form, if there is one. */
  settle(): void
}

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

export function useTextDraft<V, S>(
  props: EditorProps<V, S>,
  write: (value: V) => string,
  read: (text: string) => Parsed<V>,
): TextDraft {
  const { value, initialText, onChange } = props
  const shown = (one: V | null) => (one === null ? '' : write(one))
  const [text, setText] = useState(() => initialText ?? shown(value))
  const [seen, setSeen] = useState(value)
  const reported = useRef(value)
  const hasProblem = useRef(false)

  // A value from elsewhere (another field, undo, a live update) replaces the text; our own does not.
  if (!same(value, seen)) {
    setSeen(value)
    if (!same(value, reported.current)) {
      reported.current = value
      hasProblem.current = false
      setText(shown(value))
    }
  }

  return {
    text,
    type(next) {
      setText(next)
      const parsed = read(next)
      hasProblem.current = !parsed.ok
      if (parsed.ok) {
        reported.current = parsed.value
        onChange(parsed.value, { problem: null })
      } else {
        onChange(value, { problem: { code: parsed.code, params: parsed.params } })
      }
    },
    settle() {
      if (!hasProblem.current) setText(shown(reported.current))
    },
  }
}

/** Parses and formats like the field's type in the contract; until its rules are there, the value is what is typed. */
export function contractText<V, S>({ field, context }: EditorProps<V, S>) {
  const typeNow = () => fieldRules.now()?.fieldType(field.dataType) as unknown as FieldType<V, S> | undefined
  return {
    read: (text: string) => typeNow()?.fromText(text, field.settings, context.text) ?? asTyped<V>(text),
    write: (value: V) => typeNow()?.toText(value, field.settings, context.text) ?? String(value),
  }
}

/** For types whose values are texts: editors of others come with their rules. */
function asTyped<V>(text: string): Parsed<V> {
  const value = text.trim()
  return { ok: true, value: (value === '' ? null : value) as V | null }
}
