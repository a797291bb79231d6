using Fathom.Machines.Prerequisites;

namespace Fathom.TestKit.Prerequisites;

/// <summary>What tests need of a machine.</summary>
public static class TestPrerequisites
{
    private const string NodeModules = "test/Fathom.FunctionalTests/Interop";

    // With -c the first folder of imports is the current one, and Python would run whatever module lies there.
    private const string NotFromHere = "import sys; sys.path.remove('') if '' in sys.path else None";

    /// <summary>Linux, for tests that read /proc or make namespaces.</summary>
    public static Prerequisite Linux { get; } = Platform("linux", "Linux", "the tests of links and of ended processes", "Test on Linux.",
        "this system", machine => machine.IsLinux);

    /// <summary>Signals and file modes: any system but Windows.</summary>
    public static Prerequisite Unix { get; } = Platform("unix", "signals and file modes", "the tests of Ctrl-C and of file modes",
        "Test on Linux or macOS.", "this system", machine => !machine.IsWindows);

    /// <summary>Root, for tests that make device nodes and become other users.</summary>
    public static Prerequisite Root { get; } = Platform("root", "root", "the tests of links without access to a TUN device",
        "Run the tests as root, in a container or a virtual machine.", "this user", machine => machine.IsPrivileged);

    /// <summary>curl, built with HTTP/2.</summary>
    public static Prerequisite Curl { get; } = new()
    {
        Id = "curl",
        Name = "curl",
        Uses = [],
        Without = Skipped("the tests with curl"),
        Remedy = Probes.Install("curl", "curl", "curl"),
        Probe = async (machine, cancellation) => await Probes.ProgramAsync(machine, ["curl"], "--version", cancellation) switch
        {
            // The features stand on a line of their own: Features: ... HTTP2 ...
            { IsPresent: true, Program: { } program } found
                when await machine.RunAsync(program, ["--version"], cancellation) is { Output: var output } =>
                output.Contains("HTTP2", StringComparison.Ordinal) ? found : ProbeOutcome.Missing("curl is built without HTTP/2"),
            var missing => missing,
        },
    };

    /// <summary>nghttp2's load generator.</summary>
    public static Prerequisite H2Load { get; } = TestProgram("h2load", "h2load", "the tests with h2load",
        Probes.Install("nghttp2-client", "nghttp2", "nghttp2"), ["h2load"]);

    /// <summary>nghttp2's server.</summary>
    public static Prerequisite Nghttpd { get; } = TestProgram("nghttpd", "nghttpd", "the tests against an HTTP/2 server",
        Probes.Install("nghttp2-server", "nghttp2", "nghttp2"), ["nghttpd"]);

    /// <summary>nghttp2's proxy.</summary>
    public static Prerequisite Nghttpx { get; } = TestProgram("nghttpx", "nghttpx", "the tests behind an HTTP/2 proxy",
        Probes.Install("nghttp2-proxy", "nghttp2", "nghttp2"), ["nghttpx"]);

    /// <summary>gRPC's C-core, by Python.</summary>
    public static Prerequisite PythonGrpc { get; } = Python("python-grpcio", "Python with grpcio", "import grpc, google.protobuf",
        "the tests with grpcio", Probes.Install("python3-grpcio python3-protobuf", "python3-grpcio python3-protobuf"));

    /// <summary>A JSON Schema validator that is not ours.</summary>
    public static Prerequisite PythonJsonSchema { get; } = Python("python-jsonschema", "Python with jsonschema",
        "from jsonschema import Draft202012Validator", "the tests of the record's schema against a second validator",
        Probes.Install("python3-jsonschema", "python3-jsonschema"));

    /// <summary>Kubernetes's own types, by its client; those of Indexed Jobs are there since 1.21.</summary>
    public static Prerequisite Kubectl { get; } = new()
    {
        Id = "kubectl",
        Name = "kubectl 1.24",
        Uses = [],
        Without = Skipped("the test of deploy/kubernetes against Kubernetes's types"),
        Remedy = "Install kubectl 1.24 or later: https://kubernetes.io/docs/tasks/tools/.",
        Probe = async (machine, cancellation) => machine.FindExecutable("kubectl") is not { } program
            ? ProbeOutcome.Missing("no kubectl on PATH")
            : await machine.RunAsync(program, ["version", "--client"], cancellation) is { ExitCode: 0, Output: var output }
                && Probes.VersionIn(output) is { } version && Version.TryParse(version.TrimStart('v'), out var number)
                && number >= new Version(1, 24)
                ? ProbeOutcome.Present(version, program)
                : ProbeOutcome.Missing("kubectl is older than 1.24"),
    };

    /// <summary>Any Python.</summary>
    public static Prerequisite Python3 { get; } = TestProgram("python3", "Python", "the tests with servers at the end of a link",
        Probes.Install("python3", "python3", "python"), ["python3"]);

    /// <summary>gRPC for Node.js, from the checkout.</summary>
    public static Prerequisite NodeGrpc { get; } = new()
    {
        Id = "node-grpc-js",
        Name = "Node.js with @grpc/grpc-js",
        Uses = [],
        Without = Skipped("the tests with grpc-js"),
        Remedy = $"{Probes.Install("nodejs npm", "nodejs npm", "node").TrimEnd('.')}; then 'npm ci' in {NodeModules}.",
        Probe = ProbeNodeAsync,
    };

    /// <summary>The protobuf compiler.</summary>
    public static Prerequisite Protoc { get; } = TestProgram("protoc", "protoc", "the tests of .proto text",
        Probes.Install("protobuf-compiler", "protobuf-compiler", "protobuf"), ["protoc"]);

    /// <summary>gRPC's Python generator.</summary>
    public static Prerequisite GrpcPythonPlugin { get; } = new()
    {
        Id = "grpc-python-plugin",
        Name = "grpc_python_plugin",
        Uses = [],
        Without = Skipped("the tests with grpcio"),
        Remedy = Probes.Install("protobuf-compiler-grpc", "grpc-plugins", "grpc"),
        // It answers protoc alone and has no flag for its version.
        Probe = (machine, _) => Task.FromResult(machine.FindExecutable("grpc_python_plugin") is { } program
            ? ProbeOutcome.Present("installed", program)
            : ProbeOutcome.Missing("no grpc_python_plugin on PATH")),
    };

    /// <summary>A browser.</summary>
    public static Prerequisite Chromium { get; } = TestProgram("chromium", "Chromium", "the tests of pages in a browser",
        Probes.Install("chromium", "chromium", "--cask chromium"), ["chromium", "chromium-browser", "google-chrome"]);

    /// <summary>A reader of captures that is not ours.</summary>
    public static Prerequisite Tshark { get; } = TestProgram("tshark", "tshark", "the tests of captures",
        Probes.Install("tshark", "wireshark-cli", "wireshark"), ["tshark"]);

    /// <summary>A load on TCP that is not ours.</summary>
    public static Prerequisite Iperf3 { get; } = TestProgram("iperf3", "iperf3", "the tests of a link's rate",
        Probes.Install("iperf3", "iperf3", "iperf3"), ["iperf3"]);

    /// <summary>ping.</summary>
    public static Prerequisite Ping { get; } = TestProgram("ping", "ping", "the tests of a link's delay",
        Probes.Install("iputils-ping", "iputils"), ["ping"], "-V");

    /// <summary>A terminal for a program.</summary>
    public static Prerequisite Script { get; } = TestProgram("script", "script", "the tests of Ctrl-C at a terminal",
        Probes.Install("bsdutils", "util-linux"), ["script"]);

    /// <summary>Runs a program as another user.</summary>
    public static Prerequisite Setpriv { get; } = TestProgram("setpriv", "setpriv", "the tests of links as another user",
        Probes.Install("util-linux", "util-linux"), ["setpriv"]);

    /// <summary>lz4's own program.</summary>
    public static Prerequisite Lz4Program { get; } = TestProgram(
        "lz4-program", "lz4 program", "the tests of lz4 against its own program",
        Probes.Install("lz4", "lz4", "lz4"), ["lz4"]);

    /// <summary>zstd's own program.</summary>
    public static Prerequisite ZstdProgram { get; } = TestProgram("zstd-program", "zstd program",
        "the tests of zstd against its own program", Probes.Install("zstd", "zstd", "zstd"), ["zstd"]);

    /// <summary>The linker and library of compilation ahead of time.</summary>
    public static Prerequisite NativeCompiler { get; } = new()
    {
        Id = "native-compiler",
        Name = "C compiler with zlib",
        Uses = [],
        Without = Skipped("the tests of samples compiled ahead of time"),
        Remedy = Probes.Install("gcc libc6-dev zlib1g-dev", "gcc zlib-devel"),
        Probe = async (machine, cancellation) => await Probes.ProgramAsync(machine, ["clang", "gcc"], "--version", cancellation) switch
        {
            { IsPresent: true, Program: { } compiler } found => await machine.RunAsync(
                compiler, ["-E", "-x", "c", "-include", "zlib.h", "-o", "/dev/null", "/dev/null"], cancellation) is { ExitCode: 0 }
                ? found
                : ProbeOutcome.Missing("zlib's header is missing"),
            var missing => missing,
        },
    };

    /// <summary>What tests do without a prerequisite.</summary>
    /// <param name="tests">The tests that need it, as in "the tests with curl".</param>
    internal static string Skipped(string tests) => $"Without it {tests} are skipped.";

    private static Prerequisite TestProgram(
        string id, string name, string tests, string remedy, IReadOnlyList<string> names, string versionFlag = "--version") => new()
        {
            Id = id,
            Name = name,
            Uses = [],
            Without = Skipped(tests),
            Remedy = remedy,
            Probe = (machine, cancellation) => Probes.ProgramAsync(machine, names, versionFlag, cancellation),
        };

    private static Prerequisite Platform(string id, string name, string tests, string remedy, string subject,
        Func<IMachine, bool> has) => new()
    {
        Id = id,
        Name = name,
        Uses = [],
        Without = Skipped(tests),
        Remedy = remedy,
        Probe = (machine, _) => Task.FromResult(has(machine) ? ProbeOutcome.Present(subject) : ProbeOutcome.Missing($"not {subject}")),
    };

    private static Prerequisite Python(string id, string name, string statement, string tests, string remedy) => new()
    {
        Id = id,
        Name = name,
        Uses = [],
        Without = Skipped(tests),
        Remedy = remedy,
        Probe = (machine, cancellation) => ProbePythonAsync(machine, statement, cancellation),
    };

    // Looks for a python3 that imports modules: the first of PATH, else the system's, whose packages are Debian's.
    private static async Task<ProbeOutcome> ProbePythonAsync(IMachine machine, string statement, CancellationToken cancellation)
    {
        var candidates = new[] { machine.FindExecutable("python3"), "/usr/bin/python3" }.OfType<string>().Distinct();
        var any = false;
        foreach (var python in candidates)
        {
            if (await machine.RunAsync(python, ["-c", $"{NotFromHere}; {statement}; print(sys.version)"], cancellation) is { } run)
            {
                any = true;
                if (run.ExitCode == 0)
                {
                    return ProbeOutcome.Present($"Python {Probes.VersionIn(run.Output)}", python);
                }
            }
        }

        return ProbeOutcome.Missing(any ? $"python3 fails on '{statement}'" : "no python3 on PATH");
    }

    private static async Task<ProbeOutcome> ProbeNodeAsync(IMachine machine, CancellationToken cancellation)
    {
        var node = await Probes.ProgramAsync(machine, ["node"], "--version", cancellation);
        if (!node.IsPresent)
        {
            return node;
        }

        const string import = "module.paths.unshift(process.argv[1]); require('@grpc/grpc-js'); require('@grpc/proto-loader')";
        return machine.Checkout is { } checkout && await machine.RunAsync(
            node.Program!, ["-e", import, Path.Combine(checkout, NodeModules, "node_modules")], cancellation) is { ExitCode: 0 }
            ? node
            : ProbeOutcome.Missing("node cannot import @grpc/grpc-js and @grpc/proto-loader", $"Run 'npm ci' in {NodeModules}.");
    }
}
