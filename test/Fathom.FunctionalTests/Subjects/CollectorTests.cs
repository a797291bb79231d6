using System.Text.Json;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Subjects;

/// <summary>What their projects say of the garbage collector is what subjects run with: a property that the SDK does not know changes
/// nothing and is no error.</summary>
public class CollectorTests
{
    [Theory]
    [InlineData("kestrel", true)]
    [InlineData("kestrel-debug", true)]
    [InlineData("native", true)]
    [InlineData("blob", true)]
    [InlineData("mediator", true)]
    [InlineData("grpc-aspnetcore", true)]
    [InlineData("client", false)]
    [InlineData("grpc-core", false)]
    [InlineData("grpc-net-client", false)]
    public void A_host_on_ASP_NET_Core_has_a_servers_collector_and_a_console_application_a_workstations(string subject, bool isServer)
    {
        var folder = Path.Combine(BuiltSubjects.Folder, subject);
        var settings = Directory.GetFiles(folder, "*.runtimeconfig.json");
        settings.ShouldNotBeEmpty();
        foreach (var file in settings)
        {
            using var json = JsonDocument.Parse(File.ReadAllText(file));
            json.RootElement.GetProperty("runtimeOptions").GetProperty("configProperties").GetProperty("System.GC.Server").GetBoolean()
                .ShouldBe(isServer, file);
        }
    }
}
