export const chromiumArgs: string[]
export function chromiumPath(): Promise<string>
