/*
 * random.c - bcryptprimitives.dll for Wine 8, which lacks the one function of it that Go's runtime asks for. Windows has it; Wine
 * does since version 9. Random bytes come from bcrypt.dll.
 */
#include <windows.h>

#include <bcrypt.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
  const SIZE_T most = 1 << 20;
  while (count > 0) {
    const SIZE_T some = count < most ? count : most;
    if (BCryptGenRandom(NULL, bytes, (ULONG)some, BCRYPT_USE_SYSTEM_PREFERRED_RNG) != 0) return FALSE;
    bytes += some;
    count -= some;
  }
  return TRUE;
}
