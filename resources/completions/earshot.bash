# Made from electron/cli/table.ts.
_earshot() {
  local word=${COMP_WORDS[COMP_CWORD]} command="${COMP_WORDS[1]} ${COMP_WORDS[2]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='serve import presets export backup restore verify retention report scorecard user token database doctor open completion seed verify-audit catch-up remove-second-factor unlock kit --help --version'
  else
    case $command in
      'serve'' '*) words='--port --kit --watch-folder --data --json --quiet --help' ;;
      'import'' '*) words='--timezone --preset --date-order --channels --category --tenant --preview --create-missing --metadata-only --passphrase-file --kit --data --json --quiet --help --as' ;;
      'presets list') words='--data --json --quiet --help --as' ;;
      'presets export') words='--data --json --quiet --help --as' ;;
      'presets add') words='--data --json --quiet --help --as' ;;
      'presets remove') words='--data --json --quiet --help --as' ;;
      'export'' '*) words='--to --query --pattern --include --passphrase-file --dry-run --data --json --quiet --help --as' ;;
      'backup'' '*) words='--to --data --json --quiet --help --as' ;;
      'restore'' '*) words='--from --backup --keep-destroyed --kit --data --json --quiet --help --as' ;;
      'verify'' '*) words='--backup --open --package --signer --certificate --data --json --quiet --help --as' ;;
      'retention run') words='--dry-run --data --json --quiet --help --as' ;;
      'report run') words='--to --data --json --quiet --help --as' ;;
      'scorecard'' '*) words='--to --data --json --quiet --help --as' ;;
      'user add') words='--login --name --role --group --data --json --quiet --help --as' ;;
      'token add') words='--login --name --read --expires --data --json --quiet --help --as' ;;
      'database encrypt') words='--data --json --quiet --help --as' ;;
      'database decrypt') words='--data --json --quiet --help --as' ;;
      'database passphrase') words='--data --json --quiet --help --as' ;;
      'database status') words='--data --json --quiet --help --as' ;;
      'doctor'' '*) words='--bundle --data --json --quiet --help --as' ;;
      'open'' '*) words='--data --json --quiet --help --as' ;;
      'completion'' '*) words='--data --json --quiet --help --as' ;;
      'seed'' '*) words='--calls --evaluator --data --json --quiet --help' ;;
      'verify-audit'' '*) words='--data --json --quiet --help --as' ;;
      'catch-up'' '*) words='--data --json --quiet --help' ;;
      'remove-second-factor'' '*) words='--login --data --json --quiet --help' ;;
      'unlock'' '*) words='--login --data --json --quiet --help' ;;
      'kit'' '*) words='--words-file --data --json --quiet --help' ;;
      'presets'' '*) words='list export add remove' ;;
      'retention'' '*) words='run' ;;
      'report'' '*) words='run' ;;
      'user'' '*) words='add' ;;
      'token'' '*) words='add' ;;
      'database'' '*) words='encrypt decrypt passphrase status' ;;
    esac
  fi
  [ "$COMP_CWORD" -gt 1 ] && compopt -o filenames 2>/dev/null
  local IFS=$'
'
  COMPREPLY=($(compgen -W "${words// /$'
'}" -- "$word"; [ "$COMP_CWORD" -gt 1 ] && compgen -f -- "$word"))
}
complete -F _earshot earshot
