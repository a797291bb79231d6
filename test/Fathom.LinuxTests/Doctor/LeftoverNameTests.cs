using Fathom.Doctor;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.LinuxTests.Doctor;

/// <summary>What a doctor that was killed left is removed by the next, and nothing of one that runs.</summary>
public class LeftoverNameTests
{
    [Fact]
    public async Task A_folder_of_traces_goes_when_its_doctor_has_ended_and_not_before()
    {
        Requires.Present(TestPrerequisites.Linux);
        var own = Directory.CreateTempSubdirectory(Leftovers.Name);
        var fields = Leftovers.Name.Split('-');
        (fields[3], fields[4]) = ($"{Environment.ProcessId}", "1");
        var left = Directory.CreateTempSubdirectory(string.Join('-', fields));
        await File.WriteAllTextAsync(Path.Combine(left.FullName, "events.nettrace"), "", TestContext.Current.CancellationToken);
        fields[2] = "1";
        var ofAnotherNamespace = Directory.CreateTempSubdirectory(string.Join('-', fields));
        fields[2] = Leftovers.Name.Split('-')[2];
        var ofAnotherUser = Directory.CreateTempSubdirectory(string.Join('-', fields));
        if (Environment.IsPrivilegedProcess)
        {
            (await Machine.RunAsync(new("chown", ["65534", ofAnotherUser.FullName]))).ExitCode.ShouldBe(0);
        }

        try
        {
            (await Leftovers.RemoveAsync()).ShouldBeEmpty();

            Directory.Exists(own.FullName).ShouldBeTrue();
            Directory.Exists(left.FullName).ShouldBeFalse();
            Directory.Exists(ofAnotherNamespace.FullName).ShouldBeTrue();
            // Only root can give one to another user.
            Directory.Exists(ofAnotherUser.FullName).ShouldBe(Environment.IsPrivilegedProcess);
        }
        finally
        {
            own.Delete();
            ofAnotherNamespace.Delete();
            if (Environment.IsPrivilegedProcess)
            {
                ofAnotherUser.Delete();
            }
        }
    }
}
