/** The editor's workers, loaded from our own files. Must be imported before the editor. */
const files: Readonly<Record<string, string>> = {
  graphql: '/pages/graphql.worker.js',
  json: '/pages/json.worker.js',
}

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: (_: string, label: string) => new Worker(files[label] ?? '/pages/editor.worker.js'),
  },
})
