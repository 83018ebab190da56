"""`python -m sandtable.cli`."""

from sandtable.cli.app import main

main()
