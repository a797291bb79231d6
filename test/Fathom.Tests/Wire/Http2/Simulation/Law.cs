using System.Runtime.CompilerServices;

namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>What must hold. Cheap where it does: what is said otherwise is put together only then.</summary>
internal static class Law
{
    public static void Holds(bool holds, string otherwise)
    {
        if (!holds)
        {
            throw new BrokenLawException(otherwise);
        }
    }

    public static void Holds(bool holds, [InterpolatedStringHandlerArgument(nameof(holds))] ref BrokenLawText otherwise)
    {
        if (!holds)
        {
            throw new BrokenLawException(otherwise.ToString());
        }
    }

    public static void Equal(long actual, long expected, string otherwise, object where)
    {
        if (actual != expected)
        {
            throw new BrokenLawException($"{where}: {otherwise}: {actual} instead of {expected}");
        }
    }

    public static void Equal(long actual, long expected,
        [InterpolatedStringHandlerArgument(nameof(actual), nameof(expected))] ref BrokenLawText otherwise, object where)
    {
        if (actual != expected)
        {
            throw new BrokenLawException($"{where}: {otherwise.ToString()}: {actual} instead of {expected}");
        }
    }
}
