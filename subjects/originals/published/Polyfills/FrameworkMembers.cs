#if !NET8_0_OR_GREATER
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace Fathom.Polyfills;

/// <summary>Members of later frameworks that the sources of the client use.</summary>
internal static class FrameworkMembers
{
    extension(TimeSpan span)
    {
        public static long NanosecondsPerTick => 100;

        public double TotalMicroseconds => span.Ticks / 10.0;
    }

    extension(ValueTask)
    {
        public static ValueTask CompletedTask => default;
    }

    extension(ArgumentNullException)
    {
        public static void ThrowIfNull(
            [NotNull] object? argument, [CallerArgumentExpression(nameof(argument))] string? name = null) =>
            _ = argument ?? throw new ArgumentNullException(name);
    }

    extension(string)
    {
        public static string Create(IFormatProvider provider, FormattableString text) => text.ToString(provider);
    }
}
#endif
