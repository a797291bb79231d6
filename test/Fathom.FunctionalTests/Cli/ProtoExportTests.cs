using Fathom.FunctionalTests.Interop;
using Fathom.Subjects.Echo.CodeFirst;

namespace Fathom.FunctionalTests.Cli;

public class ProtoExportTests
{
    [Fact]
    public async Task What_is_exported_of_a_code_first_service_is_what_its_assembly_holds() =>
        (await FathomRun.OutputOfAsync("proto", "export", typeof(IEcho).Assembly.Location)).TrimEnd()
            .ShouldBe(CodeFirstEchoProto.Text().TrimEnd());
}
