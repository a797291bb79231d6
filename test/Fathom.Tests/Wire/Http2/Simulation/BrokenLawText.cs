using System.Runtime.CompilerServices;

namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>What is said of a broken law: an interpolated string that is put together only where the law does not hold.</summary>
[InterpolatedStringHandler]
internal ref struct BrokenLawText
{
    private DefaultInterpolatedStringHandler _text;

    public BrokenLawText(int literalLength, int formattedCount, bool holds, out bool isBroken)
    {
        isBroken = !holds;
        _text = isBroken ? new DefaultInterpolatedStringHandler(literalLength, formattedCount) : default;
    }

    public BrokenLawText(int literalLength, int formattedCount, long actual, long expected, out bool isBroken)
        : this(literalLength, formattedCount, actual == expected, out isBroken)
    {
    }

    public void AppendLiteral(string text) => _text.AppendLiteral(text);

    public void AppendFormatted<T>(T value) => _text.AppendFormatted(value);

    public override string ToString() => _text.ToStringAndClear();
}
