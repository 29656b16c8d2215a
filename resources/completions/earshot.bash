# Made from electron/cli/table.ts.
_earshot() {
  local word=${COMP_WORDS[COMP_CWORD]} command="${COMP_WORDS[1]} ${COMP_WORDS[2]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='serve import export backup restore verify retention report scorecard user token database doctor open completion seed verify-audit remove-second-factor unlock kit --help --version'
  else
    case $command in
      'serve'' '*) words='--port --kit --watch-folder --data --json --quiet --as --help' ;;
      'import'' '*) words='--timezone --create-missing --metadata-only --passphrase-file --kit --data --json --quiet --as --help' ;;
      'export'' '*) words='--to --query --pattern --include --passphrase-file --dry-run --data --json --quiet --as --help' ;;
      'backup'' '*) words='--to --data --json --quiet --as --help' ;;
      'restore'' '*) words='--from --backup --keep-destroyed --kit --data --json --quiet --as --help' ;;
      'verify'' '*) words='--backup --open --package --signer --certificate --data --json --quiet --as --help' ;;
      'retention run') words='--dry-run --data --json --quiet --as --help' ;;
      'report run') words='--to --data --json --quiet --as --help' ;;
      'scorecard'' '*) words='--to --data --json --quiet --as --help' ;;
      'user add') words='--login --name --role --group --data --json --quiet --as --help' ;;
      'token add') words='--login --name --read --expires --data --json --quiet --as --help' ;;
      'database encrypt') words='--data --json --quiet --as --help' ;;
      'database decrypt') words='--data --json --quiet --as --help' ;;
      'database passphrase') words='--data --json --quiet --as --help' ;;
      'database status') words='--data --json --quiet --as --help' ;;
      'doctor'' '*) words='--bundle --data --json --quiet --as --help' ;;
      'open'' '*) words='--data --json --quiet --as --help' ;;
      'completion'' '*) words='--data --json --quiet --as --help' ;;
      'seed'' '*) words='--calls --evaluator --data --json --quiet --as --help' ;;
      'verify-audit'' '*) words='--data --json --quiet --as --help' ;;
      'remove-second-factor'' '*) words='--login --data --json --quiet --as --help' ;;
      'unlock'' '*) words='--login --data --json --quiet --as --help' ;;
      'kit'' '*) words='--words-file --data --json --quiet --as --help' ;;
      'retention'' '*) words='run' ;;
      'report'' '*) words='run' ;;
      'user'' '*) words='add' ;;
      'token'' '*) words='add' ;;
      'database'' '*) words='encrypt decrypt passphrase status' ;;
    esac
  fi
  local IFS=$'
'
  COMPREPLY=($(compgen -W "${words// /$'
'}" -- "$word"; [ "$COMP_CWORD" -gt 1 ] && compgen -f -- "$word"))
}
complete -o filenames -F _earshot earshot
