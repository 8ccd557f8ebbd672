import type { TextContext } from '@muster/contract/fields/definition'
import { livingRows, tables } from '../../engine/public.sql.ts'
import type { Scope } from '../../engine/public.ts'
import { ident, join, rawSql, type Sql, sql } from '../../platform/db.ts'

/** The format of texts. */
export interface Writing {
  scope: Scope
  /** ISO dates and decimal points, instead of the language's formats. */
  isPlain: boolean
  language: TextContext['language']
  /** Base URL of files, followed by their ids. */
  filesUrl: string
  labels: Labels
}

/** Labels shared by several records of a collection, computed once per file. */
export class Labels {
  readonly linkBy: Readonly<Record<string, string>>
  private readonly shared = new Map<string, Sql>()

  constructor(linkBy: Readonly<Record<string, string>>) {
    this.linkBy = linkBy
  }

  /** Relation (key) of the folded labels that several records share. */
  sharedOf(target: Scope, label: Sql): Sql {
    const { id } = target.access.collection
    const name = `shared_${id}_${this.shared.size}`
    const key = `${id} ${label.sql}`
    const known = [...this.shared.keys()].indexOf(key)
    if (known >= 0) return rawSql(`shared_${id}_${known}`)
    this.shared.set(
      key,
      sql`${rawSql(name)} as materialized (
        select ${ident(target.schema, 'fold')}(${label}) as key from ${tables(target)}
        where ${livingRows(target)} and ${label} is not null group by 1 having count(*) > 1)`,
    )
    return rawSql(name)
  }

  /** `with …` for the statement that uses them; empty if there are none. */
  get with(): Sql {
    return this.shared.size > 0 ? sql`with ${join([...this.shared.values()])} ` : rawSql('')
  }
}
