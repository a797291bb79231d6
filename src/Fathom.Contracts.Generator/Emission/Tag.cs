namespace Fathom.Contracts.Generator.Emission;

/// <summary>Tags: a field number and a wire type, encoded before the value of a field (protobuf, "Encoding").</summary>
internal static class Tag
{
    public const int LengthDelimited = 2;

    public static uint Of(int number, int wireType) => ((uint)number << 3) | (uint)wireType;

    public static int SizeOf(int number) => number switch
    {
        < 1 << 4 => 1,
        < 1 << 11 => 2,
        < 1 << 18 => 3,
        < 1 << 25 => 4,
        _ => 5,
    };

    /// <summary>Whether a tag is encoded in one byte. False for 0, which is not a tag.</summary>
    public static bool IsOfOneByte(uint tag) => tag is > 0 and < 0x80;

    public static string Write(int number, int wireType) =>
        SizeOf(number) == 1 ? $"writer.WriteTag1({Of(number, wireType)});" : $"writer.WriteTag({Of(number, wireType)}u);";
}
