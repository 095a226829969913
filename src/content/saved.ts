/** `1 article`, `12 articles`. */
const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** Words of the page "Saved on this phone". */
export const saved = {
  reading: 'Looking at what is saved here…',
  failed: 'This page could not be loaded whole.',
  withoutScript: 'Your browser runs no scripts, so this site keeps nothing on this phone.',
  unread: 'This browser does not let the site look.',
  readable: {
    heading: 'You can read this without a connection',
    without: {
      none: 'This browser keeps nothing for us: a private window, or a setting, may be the reason. Without a connection this site cannot be opened here.',
      coming: 'The site is being saved just now, where this browser lets us.',
      forgotten:
        'This page and the others that are open save nothing any more. Load one anew, and it begins as on a first visit.',
    },
    lookAgain: 'Look again',
    pages: 'Pages',
    lists: 'Lists',
    articles: 'Articles',
    nothing: 'Nothing yet.',
    inList: (number: number, age: string) => `(${number}, saved ${age})`,
  },
  space: {
    heading: 'What it takes',
    onPhone: (size: string) => `On this phone: ${size}.`,
    parts: {
      site: 'Pages, with their scripts, styles and drawings',
      answers: 'Vacancies and articles',
      images: 'Pictures',
      typed: 'What you have typed, and settings',
    },
    network: 'Over the network',
    visit: 'This visit',
    month: 'This month',
    ofPage: 'This page alone',
    note: 'We add up the sizes of what is saved; the browser needs some room of its own. Over the network we count what our server sent, and know the rest of each answer within a few hundred bytes. Maps, other sites’ videos and pictures, and the setting up of a connection are not in it. The count stays on this phone.',
    withoutWorker: 'Without a place to write it down, only this page is counted.',
  },
  articles: {
    heading: 'Take the articles along',
    text: 'Every press release and blog post, without photos, and the pages of this site that are not here yet.',
    button: 'Save all articles',
    about: (size: string) => `about ${size}`,
    allHere: 'only what is new',
    asking: 'asking for the size',
    unknown: 'size unknown',
    stop: 'Stop',
    saving: (number: number) =>
      `Saving: ${count(number, 'article', 'articles')} so far. You can go on reading; come back here to see whether all are saved.`,
    done: (number: number) => `${count(number, 'article', 'articles')} can be read without a connection.`,
    stopped: (number: number) =>
      `Stopped, but for what is on its way. ${count(number, 'article', 'articles')} can be read without a connection.`,
    failed: (number: number) =>
      `Not all could be saved: the connection broke off, or this phone has no room. ${count(number, 'article', 'articles')} can be read without a connection.`,
    limit: (number: number) =>
      `The newest ${count(number, 'article', 'articles')} can be read without a connection; older ones are not saved this way.`,
    offline: 'You are offline: nothing can be saved now.',
    without: 'This browser keeps no articles for us.',
  },
  pictures: {
    heading: 'Pictures',
    label: 'Show pictures only when I press them',
    text: 'Photos then wait behind a button; drawings come with the pages. Where your browser saves data, or the line is slow, this is on until you say otherwise.',
    without: 'As long as the site is not saved here, the first picture of a page may come all the same.',
  },
  waiting: {
    heading: 'Not sent yet',
    empty: 'This page knows of nothing that waits to be sent.',
    text: 'The Outbox below says when each is sent, or what it needs from you, and sends or deletes it now.',
  },
  halfTyped: {
    heading: 'Half typed',
    text: 'This was not sent. It stays until you send it, close its form or delete it here; where the vacancy has closed, you can still copy it or send it by email.',
    delete: 'Delete',
  },
  alerts: { heading: 'Alerts' },
  delete: {
    heading: 'Delete it',
    text: 'This is deleted from this phone. What has reached us stays with us, but for the address for alerts:',
    nothing: 'Nothing is saved here.',
    button: 'Delete everything saved here',
    busy: 'Please Wait',
    done: 'Everything that was saved here is deleted.',
    doneButKept: 'The rest is deleted. What cannot be had again is still here.',
    failed: 'Not everything could be deleted. This is still here:',
    refused: 'This browser does not let the site look or delete.',
    ask: {
      title: 'This would be lost for good',
      text: 'Once this is deleted, nobody can bring it back:',
      all: 'Delete it as well',
      others: 'Keep that, delete the rest',
    },
  },
  kinds: {
    waiting: 'Requests in the Outbox that have not been sent',
    alerts: 'Alerts for new vacancies, and the address that our server has for them',
    drafts: 'Half-typed applications and corrections',
    receipts: 'Notes of what was sent',
    pages: 'Pages, with all that shows them',
    answers: 'Lists, articles and what this site can do',
    images: 'Pictures',
    settings: 'Settings, such as colours',
    traffic: 'The count of what came over the network',
  },
} as const;
