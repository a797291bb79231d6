namespace Fathom.Contracts.Tests.Samples;

/// <summary>C# types that are narrower than protobuf's.</summary>
[Contract]
public sealed partial class Narrow
{
    [Member(1)] public byte Byte { get; set; }

    [Member(2)] public sbyte SByte { get; set; }

    [Member(3)] public short Short { get; set; }

    [Member(4)] public ushort UShort { get; set; }

    [Member(5)] public Small Small { get; set; }

    [Member(6)] public short[] Shorts { get; set; } = [];

    [Member(7)] public DayOfWeek Day { get; set; }
}
