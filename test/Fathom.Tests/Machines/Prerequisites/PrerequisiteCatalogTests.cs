using System.Reflection;
using Fathom.Machines.Prerequisites;

namespace Fathom.Tests.Machines.Prerequisites;

/// <summary>All prerequisites on machines that have everything or nothing.</summary>
public class PrerequisiteCatalogTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_machine_that_has_everything_lacks_nothing()
    {
        var results = await PrerequisiteCatalog.CheckAsync(PrerequisiteCatalog.All, FakeMachine.Full(), Token);

        results.Where(r => !r.IsPresent).Select(r => r.Message).ShouldBeEmpty();
        results.ShouldAllBe(r => r.Found.Length > 0);
    }

    [Fact]
    public async Task An_empty_machine_lacks_every_program_and_each_has_a_remedy()
    {
        var machine = new FakeMachine { IsLinux = false, IsWindows = true, Processors = 1, Checkout = null };

        var results = await PrerequisiteCatalog.CheckAsync(PrerequisiteCatalog.All, machine, Token);

        results.Where(r => r.IsPresent).Select(r => r.Prerequisite.Id).ShouldBe(["dotnet-runtime", "memory", "built-in-codecs"]);
        results.ShouldAllBe(r => r.Remedy.EndsWith('.') && r.Found.Length > 0);
    }

    [Fact]
    public void Ids_and_names_are_unique_and_every_prerequisite_is_in_the_catalog()
    {
        var declared = new[] { typeof(StudyPrerequisites), typeof(LinkPrerequisites), typeof(TestPrerequisites),
            typeof(ForeignGrpcPrerequisites) }
            .SelectMany(t => t.GetProperties(BindingFlags.Public | BindingFlags.Static))
            .Where(p => p.PropertyType == typeof(Prerequisite)).Select(p => (Prerequisite)p.GetValue(null)!).ToList();

        PrerequisiteCatalog.All.ShouldBe(declared, ignoreOrder: true);
        declared.Select(p => p.Id).ShouldBeUnique();
        declared.Select(p => p.Name).ShouldBeUnique();
    }

    [Fact]
    public async Task No_path_host_or_user_gets_into_a_result()
    {
        var machine = FakeMachine.Full();
        foreach (var failing in new[] { machine.Programs,
            machine.Programs.ToDictionary(p => p.Key, p => (2, "/home/alice", "/home/alice")) })
        {
            var results = await PrerequisiteCatalog.CheckAsync(
                PrerequisiteCatalog.All, new FakeMachine { Programs = failing, Tun = DeviceAccess.Denied }, Token);

            results.ShouldAllBe(r => !r.Message.Contains("alice", StringComparison.Ordinal));
        }
    }
}
