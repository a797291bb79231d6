namespace Fathom.FunctionalTests.Packages;

/// <summary>The system that a native program is for.</summary>
internal static class ProgramFormat
{
    /// <summary>The system by the first bytes of a program: <c>win</c>, or <c>linux</c> or <c>osx</c> and the processor.</summary>
    /// <param name="program">The program.</param>
    public static string SystemOf(Stream program)
    {
        var head = new byte[20];
        program.ReadExactly(head);
        return head switch
        {
            [0x7F, (byte)'E', (byte)'L', (byte)'F', .., 0x3E, 0] => "linux-x64",
            [0x7F, (byte)'E', (byte)'L', (byte)'F', .., 0xB7, 0] => "linux-arm64",
            [0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1, ..] => "osx-x64",
            [0xCF, 0xFA, 0xED, 0xFE, 12, 0, 0, 1, ..] => "osx-arm64",
            [(byte)'M', (byte)'Z', ..] => "win",
            _ => "unknown",
        };
    }
}
