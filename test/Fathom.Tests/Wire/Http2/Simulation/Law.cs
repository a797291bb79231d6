namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>A law of the simulated world was broken.</summary>
internal sealed class BrokenLawException(string message, Exception? inner = null) : Exception(message, inner);

/// <summary>What must hold; cheap where it does.</summary>
internal static class Law
{
    public static void Holds(bool holds, string otherwise)
    {
        if (!holds)
        {
            throw new BrokenLawException(otherwise);
        }
    }

    public static void Equal(long actual, long expected, string otherwise, object where)
    {
        if (actual != expected)
        {
            throw new BrokenLawException($"{where}: {otherwise}: {actual} instead of {expected}");
        }
    }
}
