namespace Fathom.Load.Capacity;

/// <summary>
/// Searches the highest rate at which a service holds its thresholds: doubles the rate until it fails, bisects between, and then confirms.
/// No rate fails by one window, and none is the answer by one: two of three windows decide a failure, and the answer has held in
/// three windows in a row. Pure: the caller runs the windows.
/// </summary>
public sealed class CapacitySearch
{
    /// <summary>The search ends when the rate that fails is at most so many times the one that holds.</summary>
    public const double Precision = 1.1;

    private const int ToConfirm = 3;
    private const int ToFail = 2;
    private const int MaxWindows = 60;

    private readonly double _lowest;
    private double? _holds;
    private double? _fails;
    private double _rate;
    private int _held;
    private int _failed;
    private int _windows;

    /// <summary>Starts a search.</summary>
    /// <param name="first">The rate of the first window, in calls per second, above zero.</param>
    /// <param name="lowest">The lowest rate that is tried, above zero.</param>
    public CapacitySearch(double first, double lowest = 1)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(first);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(lowest);
        (_rate, _lowest) = (Math.Max(first, lowest), lowest);
    }

    /// <summary>The rate of the next window; null when the search has ended.</summary>
    public double? NextRate => Result is null ? _rate : null;

    /// <summary>The result; null while the search goes on.</summary>
    public CapacityResult? Result { get; private set; }

    /// <summary>Reports the window at <see cref="NextRate"/>.</summary>
    public void Report(WindowOutcome outcome)
    {
        if (Result is not null)
        {
            throw new InvalidOperationException("The search has ended: look at Result.");
        }

        _windows++;
        switch (outcome)
        {
            case WindowOutcome.Holds:
                _held++;
                OnHeld();
                break;
            case WindowOutcome.Fails when ++_failed >= ToFail:
                OnFailed();
                break;
            case WindowOutcome.GeneratorLimited:
                OnLimited();
                break;
        }

        if (Result is null && _windows >= MaxWindows)
        {
            End(_holds, _fails, isGeneratorLimited: false);
        }
    }

    private bool IsBracketed => _fails is { } fails && _holds is { } holds && fails <= holds * Precision;

    private bool WasLimited { get; set; }

    private void OnHeld()
    {
        if (IsConfirming)
        {
            if (_held >= ToConfirm)
            {
                End(_rate, _fails, WasLimited);
            }
        }
        else if (_failed == 0 || _held >= ToFail)
        {
            _holds = _rate;
            MoveOn();
        }
    }

    private bool IsConfirming => _holds == _rate;

    private void OnFailed()
    {
        _fails = _rate;
        if (_holds >= _rate)
        {
            // What held once does not hold reliably.
            _holds = null;
        }

        MoveOn();
    }

    private void OnLimited()
    {
        WasLimited = true;
        _fails = Math.Min(_fails ?? double.PositiveInfinity, _rate);
        if (_holds >= _rate)
        {
            _holds = null;
        }

        MoveOn();
    }

    private void MoveOn()
    {
        (_held, _failed) = (0, 0);
        if (IsBracketed)
        {
            _rate = _holds!.Value;
            return;
        }

        _rate = (_holds, _fails) switch
        {
            ({ } holds, { } fails) => Math.Sqrt(holds * fails),
            ({ } holds, null) => holds * 2,
            // Halving, or a step back where a rate near the failing one had held.
            (null, { } fails) => fails / (_windows > ToFail && WasHigher ? Precision : 2),
            _ => _rate,
        };
        WasHigher |= _holds is not null;
        if (_rate < _lowest)
        {
            End(null, _fails, WasLimited);
        }
    }

    private bool WasHigher { get; set; }

    private void End(double? holds, double? fails, bool isGeneratorLimited) =>
        Result = new CapacityResult(holds, fails, isGeneratorLimited, _windows);
}
