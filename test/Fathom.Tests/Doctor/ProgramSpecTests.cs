using Fathom.Doctor;

namespace Fathom.Tests.Doctor;

public class ProgramSpecTests
{
    [Theory]
    [InlineData("/opt/tools/report --key secret", "report")]
    [InlineData("/usr/bin/dotnet app/Shop.dll --key secret", "dotnet Shop.dll")]
    [InlineData("dotnet exec --runtimeconfig a/b.json app/Shop.dll secret", "dotnet exec --runtimeconfig b.json Shop.dll")]
    [InlineData("dotnet tool secret", "dotnet")]
    public void The_name_of_a_program_has_neither_folders_nor_its_arguments(string command, string name) =>
        new ProgramSpec(command.Split(' '), ".").Name.ShouldBe(name);
}
