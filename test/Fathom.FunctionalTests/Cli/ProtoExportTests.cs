using Fathom.FunctionalTests.Interop;
using Fathom.Subjects.Echo.CodeFirst;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Cli;

public class ProtoExportTests
{
    [Fact]
    public async Task What_is_exported_of_a_code_first_service_is_what_its_assembly_holds()
    {
        using var fathom = FathomProcess.Start("proto", "export", typeof(IEcho).Assembly.Location);

        (await fathom.ExitAsync(TimeSpan.FromMinutes(1))).ShouldBe(0, fathom.Error);
        fathom.Output.TrimEnd().ShouldBe(CodeFirstEchoProto.Text().TrimEnd());
    }
}
