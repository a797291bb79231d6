using Fathom.Contracts.Proto;
using Fathom.Subjects.Echo.CodeFirst;

namespace Fathom.FunctionalTests.Interop;

/// <summary>What the code-first echo service exports.</summary>
internal static class CodeFirstEchoProto
{
    public static string Text()
    {
        using var assembly = File.OpenRead(typeof(IEcho).Assembly.Location);
        return ProtoFiles.Read(assembly).ShouldHaveSingleItem().Text;
    }
}
