#!/bin/sh
# A command needs no display. With these switches it starts once, and not again (electron/main/index.ts).
case "${1-}" in
  -h | --help | --version | [a-z]*)
    case "$1" in
      *[!a-z-]*) ;; # a file or a link
      *) exec /usr/lib/earshot/earshot --ozone-platform=headless --disable-gpu --log-level=3 "$@" ;;
    esac
    ;;
esac
exec /usr/lib/earshot/earshot "$@"
