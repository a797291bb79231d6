using Fathom.FunctionalTests.Transport;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Subjects;

public class HostSubjectTests
{
    [Theory]
    [InlineData("kestrel")]
    [InlineData("native")]
    public async Task A_port_that_is_taken_ends_the_process_with_3_and_one_line_that_says_what_to_do(string name)
    {
        await using var host = await Stack.Framework.StartAsync();
        var subject = await ChildProcess.RunAsync(
            "dotnet", Path.Combine(AppContext.BaseDirectory, $"fathom-{name}.dll"), "--port", $"{host.Address.Port}");

        subject.ExitCode.ShouldBe(3, subject.Errors);
        subject.Errors.Trim().Split('\n').ShouldHaveSingleItem().ShouldContain("--port");
    }
}
