/* header.c - gobc.h alone compiles, twice included, as C99 and as C++; so do calls of its functions. */
#include "gobc.h"
#include "gobc.h"

int main(void) {
  gobc_options options;
  gobc_control control;
  gobc_graph_options graph_options;
  gobc_read_options read_options;
  gobc_options_init(&options, sizeof options);
  gobc_control_init(&control, sizeof control);
  gobc_graph_options_init(&graph_options, sizeof graph_options);
  gobc_read_options_init(&read_options, sizeof read_options);
  return gobc_abi_version() == GOBC_ABI_VERSION && gobc_status_name(GOBC_INTERNAL) != NULL ? 0 : 1;
}
