import { describe, expect, it } from 'vitest'
import { fromEditor, toEditor } from './merge-html.ts'

describe('merge fields in formatted text', () => {
  const stored =
    '<p>Dear {{ field.name | default: "a &lt; b" }}, <a href="{{ system.unsubscribe_url }}">leave</a> {% if field.n &gt; 1 %}x{% endif %}</p>'

  it('are chips in the editor, but not in addresses or tags', () => {
    expect(toEditor(stored)).toBe(
      '<p>Dear <span data-merge="{{ field.name | default: &quot;a &lt; b&quot; }}"></span>, <a href="{{ system.unsubscribe_url }}">leave</a> {% if field.n &gt; 1 %}x{% endif %}</p>',
    )
  })

  it('are stored as they were', () => {
    expect(fromEditor(toEditor(stored))).toBe(stored)
    expect(fromEditor('<span data-merge="{{ field.a }}" class="x">Name</span>')).toBe('{{ field.a }}')
  })
})
