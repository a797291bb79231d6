using Fathom.Machines.Prerequisites;

namespace Fathom.Tests.Machines.Prerequisites;

/// <summary>A machine that has what a test gives it, and nothing else.</summary>
internal sealed class FakeMachine : IMachine
{
    public bool IsLinux { get; init; } = true;

    public bool IsWindows { get; init; }

    public bool IsPrivileged { get; init; }

    public int Processors { get; init; } = 4;

    public long MemoryBytes { get; init; } = 8L << 30;

    public Version Runtime { get; init; } = new(10, 0, 3);

    public string Dotnet => "/home/alice/dotnet/dotnet";

    public string? Checkout { get; init; } = "/home/alice/fathom";

    /// <summary>Programs by name, with exit code and output of each run; the name alone, or with the arguments.</summary>
    public Dictionary<string, (int ExitCode, string Output, string Error)> Programs { get; init; } = [];

    public Dictionary<string, string> Files { get; init; } = [];

    public Dictionary<string, string> Libraries { get; init; } = [];

    public DeviceAccess Tun { get; init; } = DeviceAccess.Absent;

    /// <summary>What a program does that <see cref="Programs"/> does not have, by its arguments; null: it cannot be started.</summary>
    public Func<IReadOnlyList<string>, CancellationToken, Task<(int ExitCode, string Output, string Error)?>>? Run { get; init; }

    /// <summary>Whether programs never end.</summary>
    public bool Hangs { get; init; }

    public string? FindExecutable(params IReadOnlyList<string> names) =>
        names.Where(n => Programs.Keys.Any(k => k.Split(' ')[0] == n)).Select(n => $"/home/alice/bin/{n}").FirstOrDefault();

    public async Task<(int ExitCode, string Output, string Error)?> RunAsync(
        string program, IReadOnlyList<string> arguments, CancellationToken cancellation, Action<string>? onLine = null)
    {
        cancellation.ThrowIfCancellationRequested();
        if (Hangs)
        {
            await Task.Delay(Timeout.InfiniteTimeSpan, cancellation);
        }

        var name = Path.GetFileName(program);
        var run = Programs.TryGetValue($"{name} {string.Join(' ', arguments)}", out var exact) ? exact
            : Programs.TryGetValue(name, out var any) ? any
            : Run is not null ? await Run(arguments, cancellation)
            : null;
        foreach (var line in onLine is null ? [] : run?.Output.Split('\n') ?? [])
        {
            onLine!(line);
        }

        return run;
    }

    public string? ReadFile(string path) => Files.GetValueOrDefault(path);

    public DeviceAccess TryDevice(string path) => path == "/dev/net/tun" ? Tun : DeviceAccess.Absent;

    public string? LibraryVersion(string name, string function) => Libraries.GetValueOrDefault(name);

    /// <summary>A machine that has everything and forbids namespaces.</summary>
    public static FakeMachine WithoutNamespaces()
    {
        var machine = Full();
        machine.Programs["unshare --version"] = machine.Programs["unshare"];
        machine.Programs["unshare"] = (1, "", "unshare: unshare failed: Operation not permitted");
        return machine;
    }

    /// <summary>A machine that has everything.</summary>
    public static FakeMachine Full() => new()
    {
        IsPrivileged = true,
        Tun = DeviceAccess.Open,
        Libraries = new() { ["liblz4.so.1"] = "1.9.4", ["libzstd.so.1"] = "1.5.4" },
        Files = new()
        {
            ["/proc/sys/net/ipv4/tcp_allowed_congestion_control"] = "reno cubic bbr",
            ["/usr/share/gocode/src/google.golang.org/grpc/reflection/serverreflection.go"] = "package reflection",
        },
        Programs = new()
        {
            ["dotnet --list-runtimes"] = (0, "Microsoft.AspNetCore.App 8.0.1 [/home/alice/dotnet/shared]\n"
                + "Microsoft.AspNetCore.App 10.0.3 [/home/alice/dotnet/shared]\nMicrosoft.NETCore.App 10.0.3 [/home/alice/dotnet/shared]\n",
                    ""),
            ["dotnet --list-sdks"] = (0, "10.0.103 [/home/alice/dotnet/sdk]\n", ""),
            ["unshare"] = (0, "unshare from util-linux 2.41", ""), ["nsenter"] = (0, "nsenter from util-linux 2.41", ""),
            ["setpriv"] = (0, "setpriv from util-linux 2.41", ""), ["script"] = (0, "script from util-linux 2.41", ""),
            ["locust"] = (0, "locust \n", ""),
            ["curl"] = (0, "curl 8.14.1 (x86_64-pc-linux-gnu)\nFeatures: HSTS HTTP2 IPv6", ""),
            ["h2load"] = (0, "h2load nghttp2/1.64.0", ""), ["nghttpd"] = (0, "nghttpd nghttp2/1.64.0", ""),
            ["nghttpx"] = (0, "nghttpx nghttp2/1.64.0", ""),
            ["python3"] = (0, "3.13.5 (main)", ""), ["node"] = (0, "v20.19.2", ""), ["protoc"] = (0, "libprotoc 3.21.12", ""),
            ["grpc_python_plugin"] = (1, "", ""), ["chromium"] = (0, "Chromium 140.0.7339.80 built on Debian", ""),
            ["tshark"] = (0, "TShark (Wireshark) 4.4.7.", ""), ["iperf3"] = (0, "iperf 3.18\nLinux alice-laptop 6.12.0", ""),
            ["ping"] = (0, "ping from iputils 20240905", ""), ["gcc"] = (0, "gcc (Debian 14.2.0-19) 14.2.0", ""),
            ["go"] = (0, "go version go1.24.4 linux/amd64", ""), ["grpc_cpp_plugin"] = (1, "", ""),
            ["g++"] = (0, "g++ (Debian 14.2.0-19) 14.2.0", ""),
            ["kubectl"] = (0, "Client Version: v1.32.4\nKustomize Version: v5.5.0", ""),
            ["cc"] = (0, "cc (Debian 14.2.0-19) 14.2.0", ""),
            ["lz4"] = (0, "*** lz4 v1.10.0 64-bit ***", ""), ["zstd"] = (0, "*** Zstandard CLI (64-bit) v1.5.7 ***", ""),
        },
    };
}
