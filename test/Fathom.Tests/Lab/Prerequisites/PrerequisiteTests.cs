using System.Reflection;
using Fathom.Lab.Prerequisites;
using Fathom.TestKit;
using Fathom.Transport.Codecs;

namespace Fathom.Tests.Lab.Prerequisites;

/// <summary>What is found on machines that have everything, nothing, or one thing in the way.</summary>
public class PrerequisiteTests
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
        var declared = new[] { typeof(StudyPrerequisites), typeof(LinkPrerequisites), typeof(TestPrerequisites) }
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

    [Theory]
    [InlineData(DeviceAccess.Absent, "there is no /dev/net/tun", "modprobe")]
    [InlineData(DeviceAccess.Denied, "/dev/net/tun is not open to this user", "chmod 666")]
    [InlineData(DeviceAccess.Unusable, "/dev/net/tun has no driver behind it", "modprobe")]
    public async Task A_TUN_device_that_cannot_be_had_is_explained(DeviceAccess access, string found, string remedy)
    {
        var result = await LinkPrerequisites.Tun.CheckAsync(new FakeMachine { Tun = access }, cancellation: Token);

        (result.IsPresent, result.Found).ShouldBe((false, found));
        result.Remedy.ShouldContain(remedy);
        result.Remedy.ShouldContain("--mode relay");
    }

    [Theory]
    [InlineData("user.max_user_namespaces", "0", "sysctl -w user.max_user_namespaces=10000")]
    [InlineData("kernel.unprivileged_userns_clone", "0", "sysctl -w kernel.unprivileged_userns_clone=1")]
    [InlineData("kernel.apparmor_restrict_unprivileged_userns", "1", "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0")]
    public async Task The_setting_that_closes_namespaces_is_named_with_the_command_that_opens_them(
        string setting, string value, string remedy)
    {
        var machine = new FakeMachine
        {
            Programs = new() { ["unshare"] = (1, "", "unshare: unshare failed: Operation not permitted") },
            Files = new() { [$"/proc/sys/{setting.Replace('.', '/')}"] = value },
        };

        var result = await LinkPrerequisites.Namespaces.CheckAsync(machine, cancellation: Token);

        result.Found.ShouldBe($"closed to this user by {setting} = {value}");
        result.Remedy.ShouldContain(remedy);
    }

    [Fact]
    public async Task A_container_that_hides_proc_is_told_apart_from_closed_namespaces()
    {
        var hidden = await LinkPrerequisites.Namespaces.CheckAsync(
            new FakeMachine { Programs = new() { ["unshare"] = (1, "", "unshare: mount /proc failed: Operation not permitted") } },
                cancellation: Token);
        var closed = await LinkPrerequisites.Namespaces.CheckAsync(
            new FakeMachine { Programs = new() { ["unshare"] = (1, "", "unshare: unshare failed: Operation not permitted") } },
                cancellation: Token);

        hidden.Remedy.ShouldContain("systempaths=unconfined");
        (closed.Found, closed.Remedy).ShouldBe(("closed to this user", LinkPrerequisites.Namespaces.Remedy));
    }

    [Fact]
    public async Task Congestion_control_names_what_is_allowed()
    {
        var machine = new FakeMachine
        {
            Files = new()
            {
                ["/proc/sys/net/ipv4/tcp_allowed_congestion_control"] = "reno bbr",
                ["/proc/sys/net/ipv4/tcp_available_congestion_control"] = "reno bbr cubic",
            },
        };

        (await LinkPrerequisites.Cubic.CheckAsync(machine, cancellation: Token)).Found.ShouldBe(
            "not allowed to namespaces (allowed: reno, bbr)");
        (await LinkPrerequisites.Cubic.CheckAsync(new FakeMachine(), cancellation: Token)).Found.ShouldBe("not in this kernel");
    }

    [Fact]
    public async Task An_older_runtime_or_SDK_does_not_count()
    {
        var machine = new FakeMachine
        {
            Programs = new()
            {
                ["dotnet --list-runtimes"] = (0, "Microsoft.AspNetCore.App 8.0.1 [/x]\nMicrosoft.NETCore.App 10.0.3 [/x]\n", ""),
                ["dotnet --list-sdks"] = (0, "9.0.100 [/x]\n", ""),
            },
        };

        (await StudyPrerequisites.AspNetCore.CheckAsync(machine, cancellation: Token)).Found.ShouldBe("no ASP.NET Core 10 runtime");
        (await TestPrerequisites.Sdk.CheckAsync(machine, cancellation: Token)).Found.ShouldBe("no .NET 10 SDK");
    }

    [Fact]
    public async Task A_program_that_is_installed_and_broken_is_missing()
    {
        var machine = new FakeMachine { Programs = new() { ["protoc"] = (127, "", ""), ["curl"] = (0, "curl 8.1.0\nFeatures: IPv6", "") } };

        (await TestPrerequisites.Protoc.CheckAsync(machine, cancellation: Token)).Found.ShouldBe(
            "protoc is installed, and ends with exit code 127 on --version");
        (await TestPrerequisites.Curl.CheckAsync(machine, cancellation: Token)).Found.ShouldBe("curl is built without HTTP/2");
    }

    [Fact]
    public async Task The_systems_python_counts_where_the_first_of_PATH_lacks_the_modules()
    {
        var statement = "import sys; import grpc, google.protobuf; print(sys.version)";
        var machine = new FakeMachine { Programs = new() { [$"python3 -c {statement}"] = (1, "", "ModuleNotFoundError") } };

        (await TestPrerequisites.PythonGrpc.CheckAsync(machine, cancellation: Token)).Found.ShouldBe(
            "python3 fails on 'import grpc, google.protobuf'");
        (await TestPrerequisites.PythonGrpc.CheckAsync(FakeMachine.Full(), cancellation: Token)).Found.ShouldBe("Python 3.13.5");
    }

    [Fact]
    public async Task A_cancelled_check_ends()
    {
        using var cancelled = new CancellationTokenSource();
        await cancelled.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(
            () => TestPrerequisites.Protoc.CheckAsync(FakeMachine.Full(), cancellation: cancelled.Token));
    }

    [Fact]
    public async Task A_probe_without_an_answer_counts_as_missing_after_its_time_limit()
    {
        var time = new VirtualTime();
        var check = TestPrerequisites.Protoc.CheckAsync(
            new FakeMachine { Hangs = true, Programs = new() { ["protoc"] = (0, "", "") } }, time, Token);

        time.Advance(Prerequisite.ProbeTimeout - TimeSpan.FromMilliseconds(1));
        check.IsCompleted.ShouldBeFalse();
        time.Advance(TimeSpan.FromMilliseconds(1));

        (await check).Found.ShouldBe("no answer within 20 s");
    }

    [Fact]
    public void This_machine_is_probed_as_it_is()
    {
        var machine = new LocalMachine();

        machine.Checkout.ShouldBe(Repository.Root);
        machine.Runtime.ShouldBe(Environment.Version);
        machine.ReadFile(Path.Combine(Repository.Root, "no-such-file")).ShouldBeNull();
        machine.TryDevice(Path.Combine(Repository.Root, "no-such-device")).ShouldBe(DeviceAccess.Absent);
        machine.LibraryVersion("no-such-library.so", "version").ShouldBeNull();
        Requires.Check(TestPrerequisites.Sdk).IsPresent.ShouldBeTrue("the tests were built by an SDK");
    }

    [Theory]
    [InlineData("lz4")]
    [InlineData("zstd")]
    public void A_library_that_is_present_is_one_that_its_codec_can_use(string encoding)
    {
        var prerequisite = encoding == "lz4" ? StudyPrerequisites.Lz4 : StudyPrerequisites.Zstd;
        Requires.Present(prerequisite);

        Requires.Check(prerequisite).Found.ShouldMatch(@"^\d+\.\d+\.\d+$");
        CodecRegistry.Find(encoding)!.Implementation.ShouldBe(CodecImplementation.SystemLibrary);
    }
}
