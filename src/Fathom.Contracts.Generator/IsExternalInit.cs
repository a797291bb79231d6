// The compiler requires this type for records, and netstandard2.0 does not have it.
#pragma warning disable IDE0130
namespace System.Runtime.CompilerServices;
#pragma warning restore IDE0130

internal static class IsExternalInit;
