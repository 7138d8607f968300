#!/bin/sh
# Looks for known vulnerabilities: of the Go modules in code that is called, by govulncheck; of all pinned Python packages, by
# pip-audit. Exit status 0: none; 1: some were found; 2: a database could not be reached, and nothing is known.
# Usage: scripts/audit.sh       Environment: GOBC_GO_VULNDB: a mirror of Go's database (govulncheck -db).
set -u
cd "$(dirname "$0")/.." || exit 2
mkdir -p build/audit
found=0 unknown=0
go=$(sh scripts/find_go.sh) || exit 2
environment=$(GOBC_CUDA=none sh scripts/build_environment.sh) || exit 2
eval "$environment"

# The tags of a library with everything; its kernels are no Go.
audit_go() {
  log=build/audit/govulncheck.txt
  # shellcheck disable=SC2086 # a flag or none
  GOFLAGS="-mod=readonly -buildvcs=false" "$go" run golang.org/x/vuln/cmd/govulncheck@v1.1.4 ${GOBC_GO_VULNDB:+-db "$GOBC_GO_VULNDB"} \
    -tags "$GOBC_BASE_TAGS" ./... >"$log" 2>&1
  case $? in
    0) echo "Go modules: govulncheck knows no vulnerability that is called" ;;
    1) # of `go run`: 3 of the program, which says so last
      if tail -n 1 "$log" | grep -q "exit status 3"; then
        cat "$log"
        echo "Go modules: govulncheck found vulnerabilities"
        found=1
      else
        not_known "Go modules: govulncheck" "$log"
      fi
      ;;
    *) not_known "Go modules: govulncheck" "$log" ;;
  esac
}

# A report is written where the database answered for all packages (--strict), also if it has vulnerabilities.
audit_python() {
  tools=$(sh scripts/make_tools.sh) || { not_known "Python packages: pip-audit" /dev/null; return; }
  for group in $(sh scripts/pinned.sh --groups); do
    file=$(sh scripts/pinned.sh "$group")
    report=build/audit/$group.json
    rm -f "$report"
    log=build/audit/$group.log
    if "$tools" -m pip_audit --strict --progress-spinner off --require-hashes --disable-pip --format json --output "$report" \
      --requirement "$file" >"$log" 2>&1; then
      echo "$file: pip-audit knows no vulnerability"
    elif [ -s "$report" ]; then
      cat "$log" "$report"
      echo "$file: pip-audit found vulnerabilities"
      found=1
    else
      not_known "$file: pip-audit" "$log"
      return # the others would wait for the same database
    fi
  done
}

not_known() {
  tail -n 3 "$2" | cut -c 1-300
  echo "$1 could not reach its database, or did not run: whether there are vulnerabilities is NOT known (log: $2)"
  unknown=1
}

audit_go
audit_python
[ $found = 0 ] || exit 1
[ $unknown = 0 ] || exit 2
