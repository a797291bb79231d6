// netstandard2.0 does not have it; the compiler needs it for records.
#pragma warning disable IDE0130
namespace System.Runtime.CompilerServices;
#pragma warning restore IDE0130

internal static class IsExternalInit;
