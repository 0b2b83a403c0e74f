import { mkdirSync, statSync } from 'node:fs'
import { folderMaker } from '@fiq/shared/files/folder-maker'

/** Creates a folder and its missing parents. */
export const makeFolder = folderMaker({ mkdirSync, statSync })
