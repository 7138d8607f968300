/* Names and descriptions of the codes that a test may ask for; F(code, name, text). */
#define GOBC_FAKE_ERRORS(F)                                                                                            \
  F(0, CUDA_SUCCESS, "no error")                                                                                       \
  F(1, CUDA_ERROR_INVALID_VALUE, "invalid argument")                                                                   \
  F(2, CUDA_ERROR_OUT_OF_MEMORY, "out of memory")                                                                      \
  F(3, CUDA_ERROR_NOT_INITIALIZED, "initialization error")                                                             \
  F(4, CUDA_ERROR_DEINITIALIZED, "driver shutting down")                                                               \
  F(34, CUDA_ERROR_STUB_LIBRARY, "CUDA driver is a stub library")                                                      \
  F(46, CUDA_ERROR_DEVICE_UNAVAILABLE, "CUDA-capable device(s) is/are busy or unavailable")                            \
  F(100, CUDA_ERROR_NO_DEVICE, "no CUDA-capable device is detected")                                                   \
  F(101, CUDA_ERROR_INVALID_DEVICE, "invalid device ordinal")                                                          \
  F(200, CUDA_ERROR_INVALID_IMAGE, "device kernel image is invalid")                                                   \
  F(201, CUDA_ERROR_INVALID_CONTEXT, "invalid device context")                                                         \
  F(209, CUDA_ERROR_NO_BINARY_FOR_GPU, "no kernel image is available for execution on the device")                     \
  F(214, CUDA_ERROR_ECC_UNCORRECTABLE, "uncorrectable ECC error encountered")                                          \
  F(218, CUDA_ERROR_INVALID_PTX, "a PTX JIT compilation failed")                                                       \
  F(220, CUDA_ERROR_NVLINK_UNCORRECTABLE, "uncorrectable NVLink error detected during the execution")                  \
  F(221, CUDA_ERROR_JIT_COMPILER_NOT_FOUND, "PTX JIT compiler library not found")                                      \
  F(222, CUDA_ERROR_UNSUPPORTED_PTX_VERSION, "the provided PTX was compiled with an unsupported toolchain.")           \
  F(304, CUDA_ERROR_OPERATING_SYSTEM, "OS call failed or operation not supported on this OS")                          \
  F(400, CUDA_ERROR_INVALID_HANDLE, "invalid resource handle")                                                         \
  F(500, CUDA_ERROR_NOT_FOUND, "named symbol not found")                                                               \
  F(600, CUDA_ERROR_NOT_READY, "device not ready")                                                                     \
  F(700, CUDA_ERROR_ILLEGAL_ADDRESS, "an illegal memory access was encountered")                                       \
  F(701, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "too many resources requested for launch")                                \
  F(702, CUDA_ERROR_LAUNCH_TIMEOUT, "the launch timed out and was terminated")                                         \
  F(709, CUDA_ERROR_CONTEXT_IS_DESTROYED, "context is destroyed")                                                      \
  F(710, CUDA_ERROR_ASSERT, "device-side assert triggered")                                                            \
  F(715, CUDA_ERROR_ILLEGAL_INSTRUCTION, "an illegal instruction was encountered")                                     \
  F(716, CUDA_ERROR_MISALIGNED_ADDRESS, "misaligned address")                                                          \
  F(719, CUDA_ERROR_LAUNCH_FAILED, "unspecified launch failure")                                                       \
  F(800, CUDA_ERROR_NOT_PERMITTED, "operation not permitted")                                                          \
  F(801, CUDA_ERROR_NOT_SUPPORTED, "operation not supported")                                                          \
  F(802, CUDA_ERROR_SYSTEM_NOT_READY, "system not yet initialized")                                                    \
  F(803, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, "system has unsupported display driver / cuda driver combination")         \
  F(804, CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, "forward compatibility was attempted on non supported HW")         \
  F(999, CUDA_ERROR_UNKNOWN, "unknown error")
